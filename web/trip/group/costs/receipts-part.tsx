import type { Receipt } from '#domain/plan/costs.ts'
import type { Trip } from '#domain/trip.ts'

interface ReceiptsPartProps {
  trip: Trip
  expenseName: string
  receipts: Receipt[]
  /** Undefined for people who may only look at them. */
  onChange: ((receipts: Receipt[]) => void) | undefined
}

export function ReceiptsPart({ receipts }: ReceiptsPartProps) {
  return (
    <ul>
      {receipts.map(({ id, file_name }) => (
        <li key={id}>{file_name}</li>
      ))}
    </ul>
  )
}
