/** The app logo. */
export function Logo({ size = 22 }: { size?: number }) {
  return (
    <svg width={size} height={size} viewBox="0 0 24 24" fill="none" aria-hidden>
      <rect x="2.5" y="2.5" width="19" height="19" rx="5" fill="var(--accent)" />
      <path d="M7 12h3.5c3 0 2-4.2 6-4.2M10.5 12c3 0 2 4.2 6 4.2" stroke="var(--on-accent)" strokeWidth="1.7" strokeLinecap="round" />
      <circle cx="7" cy="12" r="1.9" fill="var(--on-accent)" />
      <circle cx="17" cy="7.8" r="1.6" fill="var(--on-accent)" />
      <circle cx="17" cy="16.2" r="1.6" fill="var(--on-accent)" />
    </svg>
  );
}
