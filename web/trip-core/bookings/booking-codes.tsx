import { QrCode } from 'lucide-react'
import { useState } from 'react'
import * as m from '#messages'
import { Button } from '#web/ui/button.tsx'
import { useLoaded } from '#web/ui/loading/use-loaded.ts'
import { laterDrawing } from '../codes/code-picture.tsx'
import { CodeScreen, type ShownCode } from '../codes/code-screen.tsx'

interface BookingCodesProps {
  /** What the codes are for: 'Toronto to Lisbon'. */
  title: string
  /** In the order in which they are paged. */
  codes: readonly ShownCode[]
  /** The id of the code that is shown first. */
  first: string
}

/** Shows the codes of a booking; nothing if it has none. They are in the plan, so it needs no network. */
export function BookingCodes({ title, codes, first }: BookingCodesProps) {
  const [isOpen, setOpen] = useState(false)
  useLoaded(laterDrawing, codes.length > 0)
  if (codes.length === 0) return null
  return (
    <>
      <Button
        aria-label={m.passes_show_code_of({ title })}
        className="w-full print:hidden"
        onClick={() => setOpen(true)}
      >
        <QrCode aria-hidden="true" className="size-5" />
        {m.passes_show_code()}
      </Button>
      {isOpen && <CodeScreen codes={codes} first={first} onClose={() => setOpen(false)} />}
    </>
  )
}
