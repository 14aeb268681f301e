import { useState } from 'react'
import { expect, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import { newPlace } from '#domain/plan/places.ts'
import { newTrack, type Track } from '#domain/plan/tracks.ts'
import { readLine } from '#domain/tracks/track-line.ts'
import { newId } from '#web/data/new-id.ts'
import type { TrackLine } from '#web/data/trips/use-track-lines.ts'
import { expectNoAxeFindings } from '#web/testing/axe.ts'
import { type OpenedTrip, openTrip, type TripOptions } from '#web/testing/open-trip.tsx'
import { button, dialog, expectCount, press } from '#web/testing/screen.ts'
import { refuseUpload, type SentUpload, uploads } from '#web/testing/uploads.ts'
import { SaveGpx } from './save-gpx.tsx'
import { TracksPanel } from './tracks-panel.tsx'
import { useTracks } from './use-tracks.ts'

/** The files that were uploaded of a kind. */
const sentTo = (kind: 'tracks' | 'lines') => uploads.sent.filter(({ path }) => path.includes(`/${kind}/`))
const linesIn = async (sent: SentUpload | undefined) => ((await sent?.file.text()) ?? '').split('\n')
const idOf = ({ path }: SentUpload) => path.split(/[/?]/)[5]

const SEGMENT = { lats: [45.5, 45.55, 45.6], lons: [-78.7, -78.65, -78.6], elevations: [400, 500, 450] }
const loop = newTrack(newId(), newId(), {
  name: 'Lake loop',
  note: 'Bring a towel.',
  day: 2,
  length: 13_600,
  has_elevations: true,
  ascent: 100,
  descent: 50,
  lowest: 400,
  highest: 500,
  source: newId(),
  source_name: 'loop.gpx',
})

const row = (name: string) => page.getByRole('listitem').filter({ has: button(`${name}: open`) })
const input = page.getByLabelText('Choose file')
const alert = page.getByRole('alert')

interface Options extends TripOptions {
  shownDay?: number
  line?: TrackLine
}

async function openTracks(tracks: Track[] = [], { shownDay = 0, line = [SEGMENT], values, ...options }: Options = {}) {
  const opened = await openTrip({ values: { tracks, ...values }, ...options })
  opened.show(<Panel {...{ opened, shownDay, line }} />)
  await expect.element(page.getByRole('heading', { name: 'Tracks', exact: true })).toBeVisible()
  return opened
}

function Panel({ opened, shownDay, line }: Required<Pick<Options, 'shownDay' | 'line'>> & { opened: OpenedTrip }) {
  const [openId, setOpenId] = useState<string>()
  const view = useTracks(opened.trip)
  if (!view) return null
  const lineOf = () => line
  return (
    <>
      <TracksPanel trip={opened.trip} {...{ view, shownDay, lineOf, openId }} onOpen={setOpenId} onAdded={() => {}} />
      <SaveGpx trip={opened.trip} tracks={view.tracks} lineOf={lineOf} />
    </>
  )
}

async function choose(...files: File[]): Promise<void> {
  await expect.element(input).toBeEnabled()
  const chosen = new DataTransfer()
  for (const file of files) chosen.items.add(file)
  const field = input.element() as HTMLInputElement
  field.files = chosen.files
  field.dispatchEvent(new Event('change', { bubbles: true }))
}

const point = (lat: number, lon: number, ele: number) =>
  `<trkpt lat="${lat}" lon="${lon}"><ele>${ele}</ele><time>2026-07-11T08:00:00Z</time></trkpt>`
const park = new File(
  [
    `<?xml version="1.0"?><gpx xmlns="http://www.topografix.com/GPX/1/1">
      <wpt lat="45.58" lon="-78.36"><name>Canisbay Lake</name><sym>Campground</sym></wpt>
      <wpt lat="45.59" lon="-78.37"><name>Tap</name><sym>Drinking Water</sym></wpt>
      <trk><name>Ridge trail</name><trkseg>${Array.from({ length: 200 }, (_, at) => point(45.5 + at / 2000, -78.7, 400 + at)).join('')}</trkseg></trk>
      <trk><trkseg>${point(45.5, -78.7, 400)}${point(45.51, -78.7, 400)}</trkseg></trk>
    </gpx>`,
  ],
  'park map.gpx',
)

test('the tracks and places of a park’s file are chosen, uploaded and added, and one undo takes all back', async () => {
  const opened = await openTracks()
  await button('Add tracks').click()
  await expectNoAxeFindings()
  await choose(park)
  await expect.element(dialog().getByText('Which of these should be on the map?')).toBeVisible()
  for (const name of [
    /^Ridge trail ?11\.1 km · 1\d\d m up · 0 m down$/,
    /^park map 2 ?1\.1 km · 0 m up · 0 m down$/,
    /^2 places: Canisbay Lake and Tap$/,
  ])
    await expect.element(dialog().getByRole('checkbox', { name })).toBeChecked()
  await expectNoAxeFindings()
  await dialog().getByRole('checkbox', { name: 'park map 2' }).click()
  await button('Add').click()
  await expectCount(dialog(), 0)
  const [track, ...others] = opened.stored('tracks')
  expect(others).toEqual([])
  expect(track).toMatchObject({ name: 'Ridge trail', line: 0, source_name: 'park map.gpx', lowest: 400, highest: 599 })
  expect(opened.stored('places').map(({ name, kind, position }) => [name, kind, position])).toEqual([
    ['Canisbay Lake', 'camp', '45.58000,-78.36000'],
    ['Tap', 'water', '45.59000,-78.37000'],
  ])
  // Both files were there before the plan named them. The line is short and has no times.
  expect(sentTo('tracks').map((sent) => [idOf(sent), sent.file])).toEqual([[track?.source, park]])
  expect(sentTo('lines').map(idOf)).toEqual([track?.lines])
  // Of what was left out, nothing was sent but the original.
  const [line = '', ...more] = await linesIn(sentTo('lines')[0])
  expect(more).toEqual([])
  expect(readLine(line)[0]?.lats.length).toBeLessThan(20)
  expect(line).not.toContain('2026')
  await button('Undo').click()
  await expect.poll(() => opened.stored('tracks')).toEqual([])
  expect(opened.stored('places')).toEqual([])
})

test('an upload that fails leaves everything chosen, and the next try sends the same files', async () => {
  const opened = await openTracks()
  await button('Add tracks').click()
  await choose(park)
  uploads.next.push(refuseUpload('documents_full', 'The trip owner has no space left for documents.'))
  await button('Add').click()
  await expect.element(alert).toHaveTextContent('has no space left')
  expect(opened.stored('tracks')).toEqual([])
  await button('Add').click()
  await expect.poll(() => opened.stored('tracks').length).toBe(2)
  const [first, second, ...others] = sentTo('tracks').map(({ path }) => path)
  expect(first).toBe(second)
  expect(others).toEqual([])
})

test('what was left out leaves no line, and the others are numbered without it', async () => {
  const opened = await openTracks()
  await button('Add tracks').click()
  await choose(park)
  await dialog().getByRole('checkbox', { name: 'Ridge trail' }).click()
  await button('Add').click()
  await expect.poll(() => opened.stored('tracks').map(({ name, line }) => [name, line])).toEqual([['park map 2', 0]])
  const texts = await linesIn(sentTo('lines')[0])
  expect(texts.map((text) => readLine(text)[0]?.lats.length)).toEqual([2])
})

test('of many files each is added once it is stored, so that a failure loses none, and one undo takes all back', async () => {
  const opened = await openTracks()
  const day = (number: number) =>
    new File(
      [`<gpx><trk><trkseg>${point(45 + number, -78, 1)}${point(45.1 + number, -78, 1)}</trkseg></trk></gpx>`],
      `Day ${number}.gpx`,
    )
  await button('Add tracks').click()
  await choose(...Array.from({ length: 12 }, (_, index) => day(index + 1)))
  await expect.element(dialog().getByRole('checkbox', { name: 'Day 12' })).toBeChecked()
  const stored: number[] = []
  const pass = async () => void stored.push(opened.stored('tracks').length)
  // Each file is sent with its lines.
  uploads.next.push(pass, pass, pass, pass, refuseUpload('storage_full', 'The server has no space left for files.'))
  await button('Add').click()
  await expect.element(alert).toHaveTextContent('The server has no space left for files.')
  await expect.poll(() => opened.stored('tracks').map(({ name }) => name)).toEqual(['Day 1', 'Day 2'])
  await expectCount(dialog().getByRole('checkbox', { name: 'Day 2' }), 0)
  await expect.element(dialog().getByRole('checkbox', { name: 'Day 3' })).toBeChecked()
  await button('Add').click()
  await expect.poll(() => opened.stored('tracks').length).toBe(12)
  expect(new Set(opened.stored('tracks').map(({ lines }) => lines)).size).toBe(12)
  await button('Undo').click()
  await expect.poll(() => opened.stored('tracks').map(({ name }) => name)).toEqual(['Day 1', 'Day 2'])
})

test.each([
  ['<html><body>Not found</body></html>', 'isn’t a GPX, KML, KMZ or GeoJSON file.'],
  ['<gpx><trk><trkseg><trkpt lat="45" lon="-78">', 'is damaged or ends too early.'],
  ['<gpx><trk><trkseg><trkpt lat="45" lon="-78"/></trkseg></trk></gpx>', 'has no track and no place.'],
  [
    '<gpx><trk><trkseg><trkpt lat="-113.5" lon="53.5"/><trkpt lat="-113.6" lon="53.6"/></trkseg></trk></gpx>',
    'latitude and longitude are the wrong way round',
  ],
  ['', 'has no track and no place.'],
  ['x'.repeat(21 * 1024 * 1024), 'is too large: more than 20 MB'],
])('a file that cannot be read is refused with what to do: %.40s', async (content, why) => {
  await openTracks()
  await button('Add tracks').click()
  await choose(new File([content], 'trail.gpx'))
  await expect.element(alert).toHaveTextContent(why)
  await expect.element(alert).toHaveTextContent('trail.gpx')
  await expect.element(input).toBeEnabled()
})

test('of several files, those that can be read go on', async () => {
  await openTracks()
  await button('Add tracks').click()
  await choose(new File(['nothing'], 'notes.txt'), park)
  await expect.element(alert).toHaveTextContent('notes.txt isn’t a GPX, KML, KMZ or GeoJSON file.')
  await expect.element(dialog().getByRole('checkbox', { name: 'Ridge trail' })).toBeChecked()
  await button('Other file').click()
  await expect.element(input).toBeEnabled()
  await expectCount(alert, 0)
})

test('nothing chosen adds nothing', async () => {
  const opened = await openTracks()
  await button('Add tracks').click()
  await choose(park)
  for (const name of ['Ridge trail', 'park map 2', '2 places']) await dialog().getByRole('checkbox', { name }).click()
  await button('Add').click()
  await expect.element(alert).toHaveTextContent('Choose at least one.')
  expect(uploads.sent).toEqual([])
  await dialog().getByRole('checkbox', { name: '2 places' }).click()
  await button('Add').click()
  await expect.poll(() => opened.stored('places').length).toBe(2)
  // Places need no stored file.
  expect(uploads.sent).toEqual([])
})

test('a track shows its length, climbs, heights and file, and is edited and removed by keyboard', async () => {
  const opened = await openTracks([loop])
  await expect.element(row('Lake loop')).toHaveTextContent('13.6 km · 100 m up · 50 m down')
  await expect.element(row('Lake loop')).toHaveTextContent('Bring a towel.')
  button('Lake loop: open').element().focus()
  await press('Enter')
  await expect.element(dialog().getByText('Highest point')).toBeVisible()
  await expect
    .element(dialog().getByRole('figure'))
    .toHaveTextContent('Height along the way: from 400 m to 450 m, between 400 m and 500 m')
  await expect
    .element(dialog().getByRole('link', { name: 'Save original file' }))
    .toHaveAttribute('href', `/files/tracks/${opened.trip.id}/${loop.source}`)
  await expectNoAxeFindings()
  await page.getByLabelText('Name', { exact: true }).fill('Long loop')
  await page.getByLabelText('Day', { exact: true }).selectOptions('Any day')
  await expect.poll(() => opened.stored('tracks')[0]).toMatchObject({ name: 'Long loop', day: 0 })
  await button('Remove track').click()
  await expect.poll(() => opened.stored('tracks')).toEqual([])
  await expect.element(page.getByRole('heading', { name: 'Tracks', exact: true })).toHaveFocus()
  await button('Undo').click()
  await expect.poll(() => opened.stored('tracks')[0]?.name).toBe('Long loop')
})

test('a track that somebody else removes closes, and does not open again by itself', async () => {
  const opened = await openTracks([loop])
  await button('Lake loop: open').click()
  await expect.element(dialog()).toBeVisible()
  opened.editAsOther('tracks', () => [])
  await expectCount(dialog(), 0)
  opened.editAsOther('tracks', () => [loop])
  await expect.element(row('Lake loop')).toBeVisible()
  await expectCount(dialog(), 0)
})

test('members who may not edit see tracks and add none', async () => {
  await openTracks([loop], { trip: { role: 'member', members_edit: false } })
  await expectCount(button('Add tracks'), 0)
  await button('Lake loop: open').click()
  await expect.element(dialog().getByText('Bring a towel.')).toBeVisible()
  await expectCount(button('Remove track'), 0)
  await expectCount(dialog().getByRole('textbox'), 0)
})

test('a day shows its own tracks and those of any day', async () => {
  const anyDay = newTrack(newId(), newId(), { name: 'River' })
  await openTracks([loop, anyDay], { shownDay: 1 })
  await expect.element(row('River')).toBeVisible()
  await expectCount(row('Lake loop'), 0)
})

test('the trip is saved as GPX with its places, days and tracks, and only whole', async () => {
  const places = [
    newPlace(newId(), { name: 'Camp', kind: 'camp', day: 2, position: '45.58000,-78.36000' }),
    newPlace(newId(), { name: 'Lookout', kind: 'sight', day: 2, position: '45.60000,-78.40000' }),
    newPlace(newId(), { name: 'Somewhere' }),
  ]
  const opened = await openTracks([loop], { values: { places } })
  const made = vi.spyOn(URL, 'createObjectURL')
  const names: string[] = []
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
    names.push(this.download)
  })
  await button('Save all as GPX').click()
  await expect.poll(() => names).toEqual([`${opened.trip.name}.gpx`])
  const [saved] = made.mock.calls[0] ?? []
  const gpx = new DOMParser().parseFromString(await (saved as Blob).text(), 'application/xml')
  const texts = (selector: string) => [...gpx.querySelectorAll(selector)].map(({ textContent }) => textContent)
  expect(texts('wpt > name')).toEqual(['Camp', 'Lookout'])
  expect(texts('rte > name')).toEqual([expect.stringContaining('Day 2')])
  expect(texts('rtept > name')).toEqual(['Camp', 'Lookout'])
  expect(texts('trk > name')).toEqual(['Lake loop'])
  expect(texts('trk > desc')).toEqual([expect.stringMatching(/Day 2.*\nBring a towel\./)])
  expect(texts('trkpt > ele')).toEqual(['400', '500', '450'])

  await openTracks([loop], { line: 'loading' })
  await button('Save all as GPX').click()
  await expect.element(alert).toHaveTextContent('The tracks are still loading.')
  expect(names).toHaveLength(1)

  await openTracks([loop], { line: 'missing' })
  await expect.element(row('Lake loop')).toHaveTextContent('Its line can’t be loaded now')
  await button('Save all as GPX').click()
  await expect.element(alert).toHaveTextContent('Not all tracks are loaded.')
  expect(names).toHaveLength(1)
})

test('nothing to save is no button', async () => {
  await openTracks()
  await expectCount(button('Save all as GPX'), 0)
  await expect.element(page.getByText('Add the trail as a GPX, KML, KMZ or GeoJSON file.')).toBeVisible()
})
