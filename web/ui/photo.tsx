/** A decorative photo over a drawing. It fades in once it has loaded; if it cannot be loaded, the drawing stays. */
export function Photo({ src }: { src: string }) {
  return (
    <img
      key={src}
      src={src}
      alt=""
      onLoad={({ currentTarget }) => currentTarget.classList.remove('opacity-0')}
      className="absolute inset-0 size-full object-cover opacity-0 transition-opacity"
    />
  )
}
