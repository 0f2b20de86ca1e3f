import actions from './actions.json' with { type: 'json' };
import assetField from './asset-field.json' with { type: 'json' };
import assets from './assets.json' with { type: 'json' };
import attributes from './attributes.json' with { type: 'json' };
import backup from './backup.json' with { type: 'json' };
import board from './board.json' with { type: 'json' };
import boardActions from './board-actions.json' with { type: 'json' };
import boardList from './board-list.json' with { type: 'json' };
import boardTree from './board-tree.json' with { type: 'json' };
import check from './check.json' with { type: 'json' };
import cli from './cli.json' with { type: 'json' };
import comments from './comments.json' with { type: 'json' };
import common from './common.json' with { type: 'json' };
import components from './components.json' with { type: 'json' };
import conflicts from './conflicts.json' with { type: 'json' };
import damage from './damage.json' with { type: 'json' };
import desktop from './desktop.json' with { type: 'json' };
import doctor from './doctor.json' with { type: 'json' };
import document from './document.json' with { type: 'json' };
import exporter from './exporter.json' with { type: 'json' };
import fault from './fault.json' with { type: 'json' };
import fields from './fields.json' with { type: 'json' };
import find from './find.json' with { type: 'json' };
import firstStart from './first-start.json' with { type: 'json' };
import formatting from './formatting.json' with { type: 'json' };
import history from './history.json' with { type: 'json' };
import importMessages from './import.json' with { type: 'json' };
import inspector from './inspector.json' with { type: 'json' };
import kinds from './kinds.json' with { type: 'json' };
import menu from './menu.json' with { type: 'json' };
import notifications from './notifications.json' with { type: 'json' };
import page from './page.json' with { type: 'json' };
import play from './play.json' with { type: 'json' };
import problem from './problem.json' with { type: 'json' };
import problems from './problems.json' with { type: 'json' };
import project from './project.json' with { type: 'json' };
import projects from './projects.json' with { type: 'json' };
import recovery from './recovery.json' with { type: 'json' };
import remote from './remote.json' with { type: 'json' };
import remoteProject from './remote-project.json' with { type: 'json' };
import removeItems from './remove-items.json' with { type: 'json' };
import richText from './rich-text.json' with { type: 'json' };
import script from './script.json' with { type: 'json' };
import scriptEditor from './script-editor.json' with { type: 'json' };
import scriptUse from './script-use.json' with { type: 'json' };
import settings from './settings.json' with { type: 'json' };
import spelling from './spelling.json' with { type: 'json' };
import state from './state.json' with { type: 'json' };
import storyChanges from './story-changes.json' with { type: 'json' };
import storyFolder from './story-folder.json' with { type: 'json' };
import stylesheet from './stylesheet.json' with { type: 'json' };
import sync from './sync.json' with { type: 'json' };
import targets from './targets.json' with { type: 'json' };
import translations from './translations.json' with { type: 'json' };
import tray from './tray.json' with { type: 'json' };
import ui from './ui.json' with { type: 'json' };
import undo from './undo.json' with { type: 'json' };
import updates from './updates.json' with { type: 'json' };
import variables from './variables.json' with { type: 'json' };
import workspace from './workspace.json' with { type: 'json' };

/** The Japanese catalogue. */
export const messages = {
  ...actions,
  ...assetField,
  ...assets,
  ...attributes,
  ...boardActions,
  ...boardList,
  ...boardTree,
  ...backup,
  ...board,
  ...cli,
  ...check,
  ...comments,
  ...common,
  ...components,
  ...conflicts,
  ...damage,
  ...document,
  ...doctor,
  ...exporter,
  ...fault,
  ...fields,
  ...find,
  ...firstStart,
  ...formatting,
  ...history,
  ...importMessages,
  ...inspector,
  ...kinds,
  ...page,
  ...play,
  ...problem,
  ...problems,
  ...project,
  ...projects,
  ...remoteProject,
  ...recovery,
  ...remote,
  ...removeItems,
  ...richText,
  ...script,
  ...scriptEditor,
  ...scriptUse,
  ...settings,
  ...spelling,
  ...state,
  ...storyChanges,
  ...storyFolder,
  ...stylesheet,
  ...sync,
  ...targets,
  ...translations,
  ...tray,
  ...notifications,
  ...menu,
  ...desktop,
  ...ui,
  ...undo,
  ...updates,
  ...variables,
  ...workspace,
};
