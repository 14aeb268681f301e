import { useState } from 'react'

/** A decorative photo over a drawing. It fades in once it has loaded; if it cannot be loaded, the drawing stays. */
export function Photo({ src, className = '' }: { src: string; className?: string }) {
  const [shown, setShown] = useState<string>()
  return (
    <img
      src={src}
      alt=""
      onLoad={() => setShown(src)}
      className={`absolute inset-0 size-full object-cover transition-opacity ${shown === src ? '' : 'opacity-0'} ${className}`}
    />
  )
}
