import { type FormEvent, useId, useRef, useState } from 'react'
import { trackFileName } from '#domain/api/track-files.ts'
import { AppError } from '#domain/errors.ts'
import { kindOfSymbol } from '#domain/places/kind-of-symbol.ts'
import { positionText } from '#domain/places/position.ts'
import { newPlace, type Place } from '#domain/plan/places.ts'
import { newTrack, type Track } from '#domain/plan/tracks.ts'
import * as m from '#messages'
import { newId } from '#web/data/new-id.ts'
import { uploadTracks } from '#web/data/trips/upload-tracks.ts'
import { listSome } from '#web/trip-core/list-some.ts'
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

/** A file that was read, and what becomes of it. */
interface ReadFile extends ReadTracks {
  /** The id that it gets as a stored file. A retry has the same. */
  source: string
  file: File
  /** Of each of its tracks, an entry that has no lines yet. */
  entries: Track[]
  places: Place[]
}

interface AddTracksDialogProps {
  tripId: string
  /** Adds what a file gave, once its files are stored. Returns how to undo it. */
  add: (tracks: readonly Track[], places: readonly Place[]) => () => void
  /** Called when something was added, with all of it. */
  onAdded: (tracks: readonly Track[], places: readonly Place[], undo: () => void) => void
  onClose: () => void
}

/** Adds tracks in two steps: somebody chooses files, then which of their tracks and places are added. */
export function AddTracksDialog(props: AddTracksDialogProps) {
  const { onClose } = props
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
        {...props}
        {...{ files, problems }}
        onRest={setFiles}
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
  const source = newId()
  const source_name = trackFileName(file.name)
  const ownName = source_name.replace(/\.\w{1,7}$/, '')
  return {
    ...read,
    ...{ source, file },
    entries: read.tracks.map(({ name, measures: { length, elevation } }, line) =>
      newTrack(newId(), '', {
        // A track without a name is called as its file, with a number where it has several.
        name: name || (read.tracks.length === 1 ? ownName : `${ownName} ${line + 1}`),
        ...{ source, source_name, length },
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
  /** Called with the files that are left, after a failure. */
  onRest: (files: readonly ReadFile[]) => void
  onBack: () => void
}

function ChooseTracks({ tripId, files, problems, add, onAdded, onRest, onBack, onClose }: ChooseTracksProps) {
  const form = useId()
  /** The ids of tracks, and of files whose places are left out. */
  const [left, setLeft] = useState<ReadonlySet<string>>(new Set())
  const [sending, setSending] = useState<{ file: string; percent: number }>()
  const [error, setError] = useState<string>()
  const linesIds = useRef(new Map<string, string>())
  const stopSignal = useStopSignal()
  const isBusy = sending !== undefined
  const choose = (id: string, isChosen: boolean) => {
    setError(undefined)
    setLeft((others) => (isChosen ? new Set([...others].filter((one) => one !== id)) : new Set(others).add(id)))
  }
  const chosenOf = ({ source, tracks, entries, places }: ReadFile) => ({
    chosen: entries.flatMap((entry, index) => (left.has(entry.id) ? [] : [{ entry, text: tracks[index]?.line ?? '' }])),
    places: left.has(source) ? [] : places,
  })

  /** Only what was chosen leaves the device, apart from the file itself. Each file is added once it is stored. */
  async function addFile(file: ReadFile, onProgress: (share: number) => void): Promise<[Track[], Place[], () => void]> {
    const { chosen, places } = chosenOf(file)
    // Another choice after a failure is another file; the same choice is the same one.
    const key = [file.source, ...chosen.map(({ entry }) => entry.id)].join(' ')
    const lines = linesIds.current.get(key) ?? newId()
    linesIds.current.set(key, lines)
    const texts = chosen.map(({ text }) => text)
    const source = { id: file.source, file: file.file }
    if (chosen.length > 0)
      await uploadTracks(tripId, { source, lines: { id: lines, texts } }, { signal: stopSignal(), onProgress })
    const tracks = chosen.map(({ entry }, line) => ({ ...entry, lines, line }))
    return [tracks, places, add(tracks, places)]
  }

  async function submit(event: FormEvent) {
    event.preventDefault()
    const wanted = files.filter((file) => chosenOf(file).chosen.length + chosenOf(file).places.length > 0)
    if (wanted.length === 0) return setError(m.tracks_none_chosen())
    setError(undefined)
    const [tracks, places, undos]: [Track[], Place[], (() => void)[]] = [[], [], []]
    const undoAll = () => {
      for (const undo of undos.toReversed()) undo()
    }
    const tell = () => undos.length > 0 && onAdded(tracks, places, undoAll)
    for (const [index, file] of wanted.entries())
      try {
        const show = (share: number) =>
          setSending({ file: file.file.name, percent: Math.round(((index + share) / wanted.length) * 100) })
        show(0)
        const [newTracks, newPlaces, undo] = await addFile(file, show)
        tracks.push(...newTracks)
        places.push(...newPlaces)
        undos.push(undo)
      } catch (failure) {
        tell()
        if (stopSignal().aborted) return
        setSending(undefined)
        onRest(wanted.slice(index))
        return setError(uploadFailure(failure))
      }
    tell()
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
                    {m.tracks_found_places({ count: places.length, names: listSome(places.map(placeName)) })}
                  </span>
                </CheckBox>
              )}
              {skipped > 0 && <p className="text-sm text-muted">{m.tracks_skipped({ count: skipped })}</p>}
            </div>
          ))}
        </fieldset>
        {sending && <TrailProgress percent={sending.percent} label={m.tracks_upload({ file: sending.file })} />}
        {error !== undefined && <ErrorBox message={error} />}
        <p className="text-sm text-muted">{m.tracks_privacy()}</p>
      </form>
    </Modal>
  )
}

function uploadFailure(failure: unknown): string {
  if (!(failure instanceof AppError)) return m.api_errors_track_not_uploaded()
  return failure.code === 'unreachable' && navigator.onLine === false
    ? m.tracks_offline()
    : failure.message || m.api_errors_track_not_uploaded()
}
