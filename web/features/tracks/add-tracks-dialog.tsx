import { type FormEvent, useId, useRef, useState } from 'react'
import { trackFileName } from '#domain/api/track-files.ts'
import { AppError } from '#domain/errors.ts'
import { listText } from '#domain/list-text.ts'
import { kindOfSymbol } from '#domain/places/kind-of-symbol.ts'
import { positionText } from '#domain/places/position.ts'
import { newPlace, type Place } from '#domain/plan/places.ts'
import { newTrack, type Track } from '#domain/plan/tracks.ts'
import * as m from '#messages'
import { newId } from '#web/data/new-id.ts'
import { uploadTracks } from '#web/data/trips/upload-tracks.ts'
import { placeName } from '#web/trip-core/places/place-kinds.ts'
import { CheckBox } from '#web/ui/check-box.tsx'
import { ErrorBox } from '#web/ui/error-box.tsx'
import { FileDrop } from '#web/ui/file-drop.tsx'
import { FormFooter } from '#web/ui/form-footer.tsx'
import { Modal } from '#web/ui/modal.tsx'
import { TrailProgress } from '#web/ui/trail-progress.tsx'
import { type ReadTracks, readInWorker } from './read-in-worker.ts'
import { factsOf, measuresOf, refusalText, trackName } from './track-words.ts'
import { useStopSignal } from './use-stop-signal.ts'

/** How many places of a file are named. */
const MAX_NAMED = 5

/** A file that was read, with what was chosen of it. */
interface ReadFile extends ReadTracks {
  /** The ids that both stored files get. A retry has the same. */
  source: string
  lines: string
  file: File
  /** What is in the file becomes entries of the trip. */
  entries: Track[]
  places: Place[]
}

interface AddTracksDialogProps {
  tripId: string
  onAdd: (tracks: readonly Track[], places: readonly Place[]) => void
  onClose: () => void
}

/** Adds tracks of files in three steps: which files, which of their tracks, then both are uploaded. */
export function AddTracksDialog({ tripId, onAdd, onClose }: AddTracksDialogProps) {
  const [files, setFiles] = useState<readonly ReadFile[]>([])
  const [problems, setProblems] = useState<readonly string[]>([])
  const [reading, setReading] = useState<{ file: string; percent: number }>()
  const stopSignal = useStopSignal()

  async function read(chosen: readonly File[]) {
    const signal = stopSignal()
    setProblems([])
    const found: ReadFile[] = []
    for (const file of chosen) {
      setReading({ file: file.name, percent: 0 })
      const show = (share: number) => setReading({ file: file.name, percent: Math.round(share * 100) })
      const result = await readInWorker(file, show, signal)
      if ('read' in result) found.push(asEntries(file, result.read))
      else setProblems((others) => [...others, refusalText(result.refused, file.name)])
    }
    setReading(undefined)
    setFiles(found)
  }

  if (files.length > 0)
    return (
      <ChooseTracks
        {...{ tripId, files, problems, onAdd, onClose }}
        onBack={() => {
          setFiles([])
          setProblems([])
        }}
      />
    )
  return (
    <Modal open onClose={onClose} title={m.tracks_add()} closeLabel={m.common_close()}>
      <div className="grid grid-cols-1 gap-4">
        <Problems problems={problems} />
        <FileDrop
          label={m.tracks_choose()}
          hint={m.tracks_choose_hint()}
          // Phones know no type of GPX files, and would not let anybody choose one.
          accept=""
          busy={reading !== undefined}
          onFiles={(chosen) => void read(chosen)}
        />
        {reading && (
          <div>
            <p className="mb-1 flex max-w-none justify-between gap-3 text-sm">
              <span className="truncate">{reading.file}</span>
              <span className="sign text-action tabular-nums">{m.common_percent({ percent: reading.percent })}</span>
            </p>
            <TrailProgress percent={reading.percent} label={m.tracks_reading({ file: reading.file })} />
          </div>
        )}
      </div>
    </Modal>
  )
}

function Problems({ problems }: { problems: readonly string[] }) {
  return problems.map((problem) => <ErrorBox key={problem} message={problem} />)
}

function asEntries(file: File, read: ReadTracks): ReadFile {
  const [source, lines] = [newId(), newId()]
  const source_name = trackFileName(file.name)
  const ownName = source_name.replace(/\.\w{1,7}$/, '')
  return {
    ...read,
    ...{ source, lines, file },
    entries: read.tracks.map(({ name, measures: { length, elevation } }, line) =>
      newTrack(newId(), lines, {
        // A file of one track is often called what the track is not.
        name: name || (read.tracks.length === 1 ? ownName : `${ownName} ${line + 1}`),
        ...{ line, source, source_name, length },
        ...(elevation && { has_elevations: true, ...elevation }),
      }),
    ),
    places: read.waypoints.map(({ name, note, symbol, lat, lon }) =>
      newPlace(newId(), { name, note, kind: kindOfSymbol(symbol), position: positionText({ lat, lon }) }),
    ),
  }
}

interface ChooseTracksProps extends AddTracksDialogProps {
  files: readonly ReadFile[]
  problems: readonly string[]
  onBack: () => void
}

function ChooseTracks({ tripId, files, problems, onAdd, onBack, onClose }: ChooseTracksProps) {
  const form = useId()
  /** The ids of tracks, and of files whose places are left out. */
  const [left, setLeft] = useState<ReadonlySet<string>>(new Set())
  const [percent, setPercent] = useState<number>()
  const [error, setError] = useState<string>()
  const stopSignal = useStopSignal()
  const done = useRef(new Set<string>())
  const isBusy = percent !== undefined
  const choose = (id: string, isChosen: boolean) => {
    setError(undefined)
    setLeft((others) => (isChosen ? new Set([...others].filter((one) => one !== id)) : new Set(others).add(id)))
  }

  async function submit(event: FormEvent) {
    event.preventDefault()
    const tracks = files.flatMap(({ entries }) => entries.filter(({ id }) => !left.has(id)))
    const places = files.flatMap(({ source, places }) => (left.has(source) ? [] : places))
    if (tracks.length + places.length === 0) return setError(m.tracks_none_chosen())
    setError(undefined)
    const needed = files.filter(({ entries }) => entries.some(({ id }) => !left.has(id)))
    const signal = stopSignal()
    try {
      for (const [index, { source, lines, file, tracks: read }] of needed.entries()) {
        if (done.current.has(source)) continue
        await uploadTracks(
          tripId,
          { source: { id: source, file }, lines: { id: lines, texts: read.map(({ line }) => line) } },
          { signal, onProgress: (share) => setPercent(Math.round(((index + share) / needed.length) * 100)) },
        )
        done.current.add(source)
      }
    } catch (failure) {
      if (signal.aborted) return
      setPercent(undefined)
      return setError(uploadFailure(failure))
    }
    onAdd(tracks, places)
    onClose()
  }

  const footer = (
    <FormFooter
      form={form}
      submit={isBusy ? m.tracks_adding() : m.common_add()}
      busy={isBusy}
      back={m.tracks_other_file()}
      onCancel={onBack}
    />
  )
  return (
    <Modal open onClose={onClose} title={m.tracks_add()} closeLabel={m.common_close()} footer={footer}>
      <form id={form} noValidate className="grid grid-cols-1 gap-4" onSubmit={(event) => void submit(event)}>
        <Problems problems={problems} />
        <fieldset disabled={isBusy} className="grid grid-cols-1 gap-1">
          <legend className="mb-1">{m.tracks_found()}</legend>
          {files.map(({ source, entries, places, skipped }) => (
            <div key={source} className="grid grid-cols-1">
              {entries.map((track) => (
                <CheckBox
                  key={track.id}
                  checked={!left.has(track.id)}
                  isStruck={false}
                  onChange={(isChosen) => choose(track.id, isChosen)}
                >
                  <span className="block wrap-anywhere">{trackName(track)}</span>
                  <span className="block text-sm text-muted">{factsOf(measuresOf(track))}</span>
                </CheckBox>
              ))}
              {places.length > 0 && (
                <CheckBox
                  checked={!left.has(source)}
                  isStruck={false}
                  onChange={(isChosen) => choose(source, isChosen)}
                >
                  <span className="wrap-anywhere">
                    {m.tracks_found_places({ count: places.length, names: namesOf(places) })}
                  </span>
                </CheckBox>
              )}
              {skipped > 0 && <p className="text-sm text-muted">{m.tracks_skipped({ count: skipped })}</p>}
            </div>
          ))}
        </fieldset>
        {isBusy && <TrailProgress percent={percent} label={m.tracks_upload({ file: files[0]?.file.name ?? '' })} />}
        {error !== undefined && <ErrorBox message={error} />}
        <p className="text-sm text-muted">{m.tracks_privacy()}</p>
      </form>
    </Modal>
  )
}

function namesOf(places: readonly Place[]): string {
  const names = places.slice(0, MAX_NAMED).map(placeName)
  const more = places.length - names.length
  return listText(more > 0 ? [...names, m.tracks_found_places_more({ count: more })] : names)
}

function uploadFailure(failure: unknown): string {
  if (!(failure instanceof AppError)) return m.api_errors_track_not_uploaded()
  return failure.code === 'unreachable' && navigator.onLine === false
    ? m.tracks_offline()
    : failure.message || m.api_errors_track_not_uploaded()
}
