/** The list of what exists only on this computer. */

import type { LocalOnlyChange } from '../../../shared/contracts/sync.ts';
import { t } from '../../messages/translate.ts';
import { useVirtualRows } from '../../ui/use-virtual-rows.ts';

/** In pixels: two lines. */
const rowHeight = 44;

export function LocalOnlyList({ changes }: { changes: readonly LocalOnlyChange[] }) {
  const { scrollerRef, totalHeight, visible } = useVirtualRows({ count: changes.length, rowHeight: rowHeight });
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrollable area must be reachable by keyboard
    <section className="local-only-list" ref={scrollerRef} tabIndex={0} aria-label={t('sync.localOnly.listLabel')}>
      <ul style={{ height: totalHeight }}>
        {visible.map(({ key, index, start }) => {
          const change = changes[index];
          return (
            change && (
              <li
                key={key}
                style={{ transform: `translateY(${start}px)`, height: rowHeight }}
                aria-setsize={changes.length}
                aria-posinset={index + 1}
              >
                <span>{t(change.message)}</span>
                <small>{[t(`sync.localOnly.reason.${change.reason}`), ...change.location].join(' · ')}</small>
              </li>
            )
          );
        })}
      </ul>
    </section>
  );
}
