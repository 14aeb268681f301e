import { TriangleAlert } from 'lucide-react'

/** What cannot be right. It never keeps anybody from saving. */
export function Warning({ text }: { text: string }) {
  return (
    <p className="flex max-w-none items-start gap-2 text-sm text-warn">
      <TriangleAlert aria-hidden="true" className="mt-0.5 size-4 shrink-0" />
      <span className="min-w-0 wrap-anywhere">{text}</span>
    </p>
  )
}
