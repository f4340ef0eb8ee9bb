/** The product's mark: a vermilion seal with the hiragana se. */
export function Logo({ size = 26 }: { size?: number }) {
  return (
    <svg width={size} height={size} viewBox="0 0 26 26" aria-hidden="true">
      <rect width="26" height="26" rx="4" fill="var(--vermilion-fill)" />
      <path
        d="M4.6 10.8 21.4 9.2M16.8 5v8.4q0 1.8-2 1.8M9.2 6.2v11.6q0 2.6 2.8 2.6h6.6"
        fill="none"
        stroke="var(--on-fill)"
        strokeWidth="2.1"
        strokeLinecap="square"
      />
    </svg>
  );
}
