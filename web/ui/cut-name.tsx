import { useState } from 'react'

/** The page's name in a header, cut to two lines. A press shows the whole name over the header. */
export function TruncatedName({ name }: { name: string }) {
  const [isExpanded, setIsExpanded] = useState(false)
  return (
    <h1 className="min-w-0 grow text-base leading-tight sm:text-xl">
      <button
        type="button"
        title={name}
        aria-expanded={isExpanded}
        onClick={() => setIsExpanded(!isExpanded)}
        onBlur={() => setIsExpanded(false)}
        onKeyDown={({ key }) => key === 'Escape' && setIsExpanded(false)}
        className={`touch max-w-full rounded-md text-left ${isExpanded ? 'absolute inset-x-2 top-1 z-10 border border-line bg-surface p-3 shadow-lifted' : ''}`}
      >
        <span className={isExpanded ? '' : 'line-clamp-2'}>{name}</span>
      </button>
    </h1>
  )
}
