import * as m from '#messages'

/** The logo: a trail that rises and falls like a W, from where you are to where you go. */
export function Waymark({ className = 'size-8' }: { className?: string }) {
  return (
    <svg
      viewBox="0 0 32 32"
      aria-hidden="true"
      className={className}
      fill="none"
      strokeLinecap="round"
      strokeLinejoin="round"
    >
      <rect width="32" height="32" rx="8" className="fill-action" />
      <path
        d="M6.5 10.5c1.7 4.5 2.7 8.5 4.5 12 1.8-3.5 3-6.5 5-9.5 2 3 3.2 6 5 9.5 1.3-2.6 2.2-5.3 3.2-8.2"
        className="stroke-on-action"
        strokeWidth="2.6"
      />
      <circle cx="25.2" cy="9" r="3.1" className="fill-accent-soft" />
      <circle cx="25.2" cy="9" r="1.7" className="fill-accent" />
    </svg>
  )
}

/** The logo with the product's name. `className` sizes it. Large text does not make it wider than a phone. */
export function Wordmark({ className = 'text-[min(var(--text-xl),7vw)]' }: { className?: string }) {
  return (
    <span className={`sign inline-flex items-center gap-[0.4em] tracking-tight ${className}`}>
      <Waymark className="size-[1.35em] shrink-0" />
      {m.common_app_name()}
    </span>
  )
}
