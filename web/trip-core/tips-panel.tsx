import { Lightbulb } from 'lucide-react'
import { type TipsOf, tips } from '#domain/templates/tips.ts'
import type { TripType } from '#domain/trip.ts'
import { Panel } from '#web/ui/panel.tsx'
import { TipLists } from './tip-lists.tsx'

export function TipsPanel({ type, of }: { type: TripType; of: TipsOf }) {
  const { title, lists } = tips[type][of]
  return (
    <Panel title={title} icon={Lightbulb} isQuiet>
      <TipLists lists={lists} />
    </Panel>
  )
}
