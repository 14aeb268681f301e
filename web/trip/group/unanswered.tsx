import { Check, Copy, Share2 } from 'lucide-react'
import { placeOf } from '#domain/access.ts'
import { type Party, personsOf } from '#domain/plan/people.ts'
import type { Trip } from '#domain/trip.ts'
import { useUser } from '#web/data/session/use-session.ts'
import { Button } from '#web/ui/button.tsx'
import { Panel } from '#web/ui/panel.tsx'
import { useCopy } from '#web/ui/use-copy.ts'
import { nameOf } from './person-words.ts'

/** Who of the others has not answered yet, with a text to send them. */
export function Unanswered({ trip, parties }: { trip: Trip; parties: readonly Party[] }) {
  const { state, copy } = useCopy()
  const { party_id } = placeOf(useUser(), trip)
  const others = personsOf(parties.filter(({ id }) => id !== party_id))
  const names = others.filter(({ coming }) => coming === 'open').map(nameOf)
  if (names.length === 0) return null
  const text = askingText(trip, names)
  return (
    <Panel title="No answer yet">
      <div className="grid grid-cols-1 gap-3">
        <p className="break-words">{new Intl.ListFormat('en').format(names)}</p>
        <blockquote className="border-l-2 border-line pl-3 text-sm break-words text-muted">{text}</blockquote>
        <div className="flex flex-wrap gap-2">
          <Button variant="quiet" onClick={() => void copy(text)}>
            {state === 'copied' ? <Check aria-hidden="true" className="size-5" /> : <Copy aria-hidden="true" className="size-5" />}
            {state === 'copied' ? 'Copied' : 'Copy this text'}
          </Button>
          {'share' in navigator && (
            <Button variant="quiet" onClick={() => void navigator.share({ text }).catch(() => {})}>
              <Share2 aria-hidden="true" className="size-5" />
              Send it
            </Button>
          )}
        </div>
        <p role="status" className="sr-only">
          {state === 'copied' && 'Text copied.'}
        </p>
        {state === 'failed' && (
          <p className="text-sm text-danger">The browser did not copy the text. Please select it and copy it by hand.</p>
        )}
      </div>
    </Panel>
  )
}

/** What is sent to the group: the link opens only for those who have joined. */
function askingText({ id, name }: Trip, names: readonly string[]): string {
  const whom = new Intl.ListFormat('en').format(names)
  return `${name}: we do not know yet whether ${whom} ${names.length === 1 ? 'comes' : 'come'}. Please say so, with your days and what you eat: ${location.origin}/trip/${id}/group`
}
