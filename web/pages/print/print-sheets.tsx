import { BookOpen, Check, Copy, Pencil, Printer, Share2 } from 'lucide-react'
import { useEffect, useMemo, useRef, useState } from 'react'
import { canShareTrip } from '#domain/access.ts'
import { shareLink } from '#domain/api/sharing.ts'
import type { Trip } from '#domain/trip.ts'
import * as m from '#messages'
import { isApplePhoneOrTablet } from '#web/browser/apple-device.ts'
import { openPrintDialog, printsPageBoxes } from '#web/browser/printing.ts'
import { hasShareSheet, share } from '#web/browser/share-sheet.ts'
import { useSharing } from '#web/data/trips/sharing.ts'
import { useSection } from '#web/data/trips/use-section.ts'
import { SectionState } from '#web/trip-core/section-state.tsx'
import type { TabProps } from '#web/trip-core/tab.ts'
import { useIsWide } from '#web/trip-core/use-media.ts'
import { Button } from '#web/ui/button.tsx'
import { Disclosure } from '#web/ui/disclosure.tsx'
import { useCopy } from '#web/ui/use-copy.ts'
import { ChoicesForm } from './choices-form.tsx'
import type { QrLink } from './cover-sheet.tsx'
import { Flow } from './flow.tsx'
import { Pages } from './pages.tsx'
import './print.css'
import { type CardSheetKind, type Sheet, sheetKinds } from './sheet.ts'
import { sheetsAsText } from './sheet-text.ts'
import { type Choices, useChoices } from './use-choices.ts'
import { type Sheets, useSheets } from './use-sheets.ts'

/** What to print, and how it looks on paper. */
export function PrintSheets({ trip, failures }: TabProps) {
  // A sheet that lacks a part must not read as if nothing were planned.
  const names = ['details', 'itinerary', 'meals', 'people'] as const
  const sections = [
    useSection(trip.id, 'details'),
    useSection(trip.id, 'itinerary'),
    useSection(trip.id, 'meals'),
    useSection(trip.id, 'people'),
  ]
  const failed = names.find((name) => failures?.[name])
  if (sections.includes(undefined))
    return <SectionState loading={m.print_loading()} failure={failed && failures?.[failed]} />
  const others = otherSections.filter((name) => failures?.[name])
  return (
    <>
      {others.map((name) => (
        <div key={name} className="mb-4 print:hidden">
          <SectionState loading={m.print_loading()} failure={failures?.[name]} />
        </div>
      ))}
      <Print trip={trip} />
    </>
  )
}

/** What sheets can be without: they say so on the screen. */
const otherSections = [
  'tickets',
  'stays',
  'rides',
  'duties',
  'todos',
  'beds',
  'checklist',
  'gear',
  'shopping',
  'costs',
  'places',
] as const

function Print({ trip }: { trip: Trip }) {
  const sheets = useSheets(trip)
  const choices = useChoices()
  // Not in the address: a link from somebody else must not put a share link on the paper.
  const [isShareLink, setIsShareLink] = useState(false)
  const [shareLinkOfTrip, setShareLinkOfTrip] = useState<string>()
  const isWide = useIsWide()
  const link: QrLink =
    isShareLink && shareLinkOfTrip
      ? { address: shareLinkOfTrip, isShareLink: true }
      : { address: addressOf(trip), isShareLink: false }
  const { sheets: kinds, isApart, paper, isPage } = choices
  const chosenKinds = sheetKinds.filter((kind) => kinds.has(kind) && sheets.filled.has(kind))
  const chosenKey = chosenKinds.join()
  const content = useMemo(() => {
    const cardKinds = chosenKey.split(',').filter((kind): kind is CardSheetKind => kind in sheets.cards)
    return JSON.stringify(cardKinds.map((kind) => sheets.cards[kind]))
  }, [chosenKey, sheets])
  // Each edit makes new sheets. Only if they say something else are they measured again: that takes a moment.
  const chosen = useMemo((): readonly Sheet[] => JSON.parse(content), [content])
  const parts = {
    type: trip.type,
    sheets,
    hasCover: chosenKinds.includes('cover'),
    hasOverview: chosenKinds.includes('overview'),
    chosen,
    isApart,
    link,
  }
  const { heading, shown } = useFocusOnOpened(isPage)
  const hasBoxes = printsPageBoxes()
  const form = <ChoicesForm {...{ trip, sheets, choices, isShareLink }} onShareLink={setIsShareLink} />
  const actions = <Actions {...{ trip, sheets, choices, chosen }} isEmpty={chosenKinds.length === 0} />
  const pages = (isPage ? hasBoxes : true) && (
    <Pages {...parts} paper={paper} className={isPage ? 'pr-only-paper' : hasBoxes ? '' : 'pr-only-screen'} />
  )
  const flow = (isPage || !hasBoxes) && (
    <div className={hasBoxes ? 'pr-only-screen' : isPage ? '' : 'pr-only-paper'}>
      <Flow {...parts} />
    </div>
  )
  return (
    <>
      {isPage ? (
        <div className="mb-4 flex flex-wrap items-center gap-2 print:hidden">
          <Button variant="quiet" onClick={() => choices.setPage(false)}>
            <Pencil aria-hidden="true" className="size-5" />
            {m.print_change()}
          </Button>
          <PrintButton isDisabled={chosenKinds.length === 0} />
        </div>
      ) : (
        <h2 ref={heading} tabIndex={-1} className="mb-3 text-xl print:hidden">
          {m.print_title()}
        </h2>
      )}
      <div className={isPage ? '' : 'grid grid-cols-1 gap-5 lg:grid-cols-[20rem_minmax(0,1fr)] print:block'}>
        {!isPage && (
          <div className="min-w-0 lg:sticky lg:top-20 lg:max-h-[calc(100dvh-6rem)] lg:self-start lg:overflow-y-auto print:hidden">
            {isWide ? (
              <div className="card grid gap-4 p-4">
                {actions}
                {form}
              </div>
            ) : (
              <div className="grid gap-4">
                <Disclosure title={m.print_sheets_chosen({ count: chosenKinds.length })}>{form}</Disclosure>
                {actions}
              </div>
            )}
          </div>
        )}
        <section ref={shown} aria-label={isPage ? undefined : m.print_preview()} className="min-w-0 pb-4 print:p-0">
          {chosenKinds.length === 0 && <p className="text-muted print:hidden">{m.print_none_chosen()}</p>}
          {isShareLink && canShareTrip(trip) && <ShareLinkOf trip={trip} onLink={setShareLinkOfTrip} />}
          {pages}
          {flow}
        </section>
      </div>
      {!isPage && !isWide && (
        <div className="safe-bottom sticky bottom-0 z-20 -mx-4 border-t border-line bg-surface print:hidden">
          <div className="grid px-4 py-2">
            <PrintButton isDisabled={chosenKinds.length === 0} />
          </div>
        </div>
      )}
    </>
  )
}

/** Moves the focus to the heading of what opens: the button that opened it is gone. */
function useFocusOnOpened(isPage: boolean) {
  const heading = useRef<HTMLHeadingElement>(null)
  const shown = useRef<HTMLElement>(null)
  const wasPage = useRef(isPage)
  useEffect(() => {
    if (wasPage.current === isPage) return
    wasPage.current = isPage
    const opened = isPage ? shown.current?.querySelector<HTMLElement>('.pr-flow h2') : heading.current
    if (!opened) return
    opened.tabIndex = -1
    opened.focus()
  }, [isPage])
  return { heading, shown }
}

const addressOf = ({ id }: Trip) => `${location.origin}/trip/${id}`

function PrintButton({ isDisabled = false }: { isDisabled?: boolean }) {
  return (
    <Button disabled={isDisabled} onClick={openPrintDialog}>
      <Printer aria-hidden="true" className="size-5" />
      {m.print_button()}
    </Button>
  )
}

interface ActionsProps {
  trip: Trip
  sheets: Sheets
  choices: Choices
  chosen: readonly Sheet[]
  isEmpty: boolean
}

function Actions({ trip, sheets, choices, chosen, isEmpty }: ActionsProps) {
  const { state, copy } = useCopy()
  const isWide = useIsWide()
  const text = () => {
    const { name, destination, dates } = sheets.cover
    // A share link is only in the code.
    const address = choices.sheets.has('cover') ? addressOf(trip) : ''
    const head = [name, destination === name ? '' : destination, dates, address]
    const { days } = sheets.cards
    // As a text, the whole trip is its days.
    const hasDays = chosen.some(({ kind }) => kind === 'days')
    const all = choices.sheets.has('overview') && !hasDays && days.cards.length > 0 ? [days, ...chosen] : chosen
    return sheetsAsText(head, all)
  }
  return (
    <div className="grid gap-2">
      {isWide && <PrintButton isDisabled={isEmpty} />}
      <p className="text-sm text-muted">{isApplePhoneOrTablet() ? m.print_hint_apple() : m.print_hint_pdf()}</p>
      <div className="flex flex-wrap gap-2">
        <Button variant="quiet" disabled={isEmpty} className="grow" onClick={() => choices.setPage(true)}>
          <BookOpen aria-hidden="true" className="size-5" />
          {m.print_open_page()}
        </Button>
        <Button variant="quiet" disabled={isEmpty} className="grow" onClick={() => void copy(text())}>
          {state === 'copied' ? (
            <Check aria-hidden="true" className="size-5" />
          ) : (
            <Copy aria-hidden="true" className="size-5" />
          )}
          {m.print_copy()}
        </Button>
        {hasShareSheet() && (
          <Button
            variant="quiet"
            disabled={isEmpty}
            className="grow"
            onClick={() => void share({ title: trip.name, text: text() })}
          >
            <Share2 aria-hidden="true" className="size-5" />
            {m.print_send()}
          </Button>
        )}
      </div>
      <p role="status" className={`text-sm ${state === 'failed' ? 'text-danger' : 'text-good'}`}>
        {state === 'copied' && m.common_copied()}
        {state === 'failed' && m.print_copy_failed()}
      </p>
    </div>
  )
}

/** Fetches the share link, and says if that fails. Then the code leads to the trip itself. */
function ShareLinkOf({ trip, onLink }: { trip: Trip; onLink: (link: string | undefined) => void }) {
  const { current, error } = useSharing(trip.id)
  const link = current && shareLink(location.origin, trip.id, current.share_token)
  useEffect(() => {
    onLink(link)
    return () => onLink(undefined)
  }, [link, onLink])
  return (
    <p role="status" className="text-sm text-muted print:hidden">
      {error ?? ''}
    </p>
  )
}
