import type { ReactNode } from 'react'
import { LineDrawing } from './line-drawing.tsx'

type EmptyStateProps = {
  drawing: ReactNode
  sentence: string
  action?: ReactNode
  /** Whether the sentence is the heading of the whole page. */
  isPage?: boolean
}

export function EmptyState({ drawing, sentence, action, isPage = false }: EmptyStateProps) {
  const Sentence = isPage ? 'h1' : 'p'
  return (
    <div className="grid content-center justify-items-center gap-4 px-4 py-10 text-center">
      <LineDrawing>{drawing}</LineDrawing>
      <Sentence className="sign text-lg">{sentence}</Sentence>
      {action}
    </div>
  )
}
