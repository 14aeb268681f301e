import type { ComponentProps } from 'react'

type CardProps = ComponentProps<'div'> & {
  /** Wears the colours of this kind of trip, whatever the page around it wears. */
  'data-trip'?: 'car_trip' | 'air_travel'
}

/** A sheet of paper. Padding is the caller's, so that a drawing can reach the edge. Takes what a `<div>` takes. */
export function Card({ className = '', ...rest }: CardProps) {
  return (
    <div
      {...rest}
      className={`overflow-hidden rounded-lg border border-edge/50 bg-surface text-text shadow-sheet ${className}`}
    />
  )
}
