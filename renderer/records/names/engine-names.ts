/** The names of the engines that targets can have. They are proper names and are not translated. */
import type { Target } from '../../../shared/contracts/targets.ts';

export const engineNames: Readonly<Record<Target['engine'], string>> = { unity: 'Unity', unreal: 'Unreal', godot: 'Godot', json: 'JSON' };
