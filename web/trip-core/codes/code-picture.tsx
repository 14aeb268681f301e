import { useMemo } from 'react'
import type { CodeFormat } from '#domain/bookings/read-booking.ts'
import * as m from '#messages'
import { later, useLoaded } from '#web/ui/loading/use-loaded.ts'
import { drawFailureText } from './code-words.ts'

interface CodePictureProps {
  format: CodeFormat
  /** As `ReadCode` has it. */
  text: string
  /** Whose or what it is: 'Ana Sousa'. */
  title: string
  className?: string
}

/** Loads before a code is shown, since there may be no network at the gate. */
export const laterDrawing = later(() => import('./draw-code.ts'))

/** A code, drawn as large as its place, black on white by day and by night. */
export function CodePicture({ format, text, title, className = '' }: CodePictureProps) {
  const draw = useLoaded(laterDrawing, true)?.drawCode
  const drawn = useMemo(() => draw?.(format, text), [draw, format, text])
  if (!drawn) return <div role="status" aria-label={m.common_loading()} className={className} />
  if ('failure' in drawn)
    return (
      <p role="alert" className={`grid place-items-center ${className}`}>
        {drawFailureText(drawn.failure)}
      </p>
    )
  const { path, width, height } = drawn
  return (
    <svg
      role="img"
      aria-label={m.codes_picture_label({ title })}
      viewBox={`0 0 ${width} ${height}`}
      className={className}
      // Rows of squares would have gaps between them; the others are outlines, whose bars keep their exact widths.
      shapeRendering={format === 'qr' ? 'crispEdges' : 'auto'}
    >
      <path fill="#fff" d={`M0 0h${width}v${height}H0z`} />
      <path fill="#000" fillRule="evenodd" d={path} />
    </svg>
  )
}
