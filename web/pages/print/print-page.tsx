import * as m from '#messages'
import { Subpage, type SubpageProps } from '#web/pages/trip/subpage.tsx'
import { PrintSheets } from './print-sheets.tsx'

/** Sheets of a trip to print, to save as a PDF, to read or to send. It needs no network. */
export function PrintPage(props: SubpageProps) {
  return (
    <Subpage {...props} title={m.print_title()} className="print:m-0 print:block print:max-w-none print:p-0">
      <PrintSheets trip={props.trip} failures={props.failures} />
    </Subpage>
  )
}
