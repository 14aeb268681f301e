import type { ComponentProps } from 'react'

type CardProps = ComponentProps<'div'> & {
  /** Uses the theme of this type of trip, whatever the page's theme. */
  'data-trip'?: 'car_trip' | 'air_travel'
}

/** Without padding, so that a drawing can reach the edge. Takes all props of a `<div>`. */
export function Card({ className = '', ...rest }: CardProps) {
  return <div {...rest} className={`card overflow-hidden text-text ${className}`} />
}
