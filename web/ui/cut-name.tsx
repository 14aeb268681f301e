import { useState } from 'react'

/** The name of the page in a header, cut to two lines. A press shows the whole of it over the header, until the next one. */
export function CutName({ name }: { name: string }) {
  const [isWhole, setIsWhole] = useState(false)
  return (
    <h1 className="min-w-0 grow text-base leading-tight sm:text-xl">
      <button
        type="button"
        title={name}
        aria-expanded={isWhole}
        onClick={() => setIsWhole(!isWhole)}
        onBlur={() => setIsWhole(false)}
        onKeyDown={({ key }) => key === 'Escape' && setIsWhole(false)}
        className={`touch max-w-full rounded-md text-left ${isWhole ? 'absolute inset-x-2 top-1 z-10 border border-line bg-surface p-3 shadow-lifted' : ''}`}
      >
        <span className={isWhole ? '' : 'line-clamp-2'}>{name}</span>
      </button>
    </h1>
  )
}
