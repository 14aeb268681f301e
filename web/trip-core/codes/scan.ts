import { type Camera, type CameraRefusal, openCamera } from '#web/browser/camera.ts'
import { type CodeFinder, type FoundCode, startCodeFinder } from './code-finder.ts'

/*
 * Looks for a code with the camera.
 * Invariants: the camera is off as soon as a code is found, the scan ends, or the page is hidden; a code is reported
 *   once. Visible again, the page opens the camera again.
 */

export type ScanState =
  | { is: 'starting' }
  | { is: 'looking'; setLight: Camera['setLight'] | undefined }
  | { is: 'refused'; why: CameraRefusal | 'unloaded' }

interface ScanListener {
  onState: (state: ScanState) => void
  onFound: (code: FoundCode) => void
}

const PAUSE_MS = 150
/** In degrees, one for each look: people hold a phone nearly level. */
const TURNS = [0, 5, 0, -5, 0, 10, 0, -10]

/** Starts a scan, whose picture `video` shows. Returns the function that ends it. */
export function startScan(video: HTMLVideoElement, { onState, onFound }: ScanListener): () => void {
  /** Ends what runs now: opening the camera, or looking. */
  let endRun = () => {}

  const refuse = (why: CameraRefusal | 'unloaded') => {
    endRun()
    onState({ is: 'refused', why })
  }

  async function run() {
    let isOver = false
    let camera: Camera | undefined
    let finder: CodeFinder | undefined
    endRun = () => {
      isOver = true
      camera?.stop()
      finder?.end()
      video.srcObject = null
    }
    onState({ is: 'starting' })
    const opened = await openCamera(() => refuse('busy'))
    if (typeof opened === 'string') {
      if (!isOver) refuse(opened)
      return
    }
    // The user closed the dialog before they answered.
    if (isOver) return opened.stop()
    camera = opened
    finder = startCodeFinder()
    video.srcObject = opened.stream
    // Some browsers refuse to play in a mode that saves power; then there is no picture, but no code either.
    video.play().catch(() => {})
    onState({ is: 'looking', setLight: opened.hasLight ? opened.setLight : undefined })
    for (let look = 0; !isOver; look++) {
      const found = await lookOnce(video, finder, TURNS[look % TURNS.length] ?? 0)
      if (isOver) return
      if (found === 'unloaded') return refuse('unloaded')
      if (found) {
        end()
        return onFound(found)
      }
      await new Promise((resolve) => setTimeout(resolve, PAUSE_MS))
    }
  }

  const onVisibility = () => {
    endRun()
    if (!document.hidden) void run()
  }
  const end = () => {
    document.removeEventListener('visibilitychange', onVisibility)
    endRun()
  }
  document.addEventListener('visibilitychange', onVisibility)
  void run()
  return end
}

async function lookOnce(
  video: HTMLVideoElement,
  finder: CodeFinder,
  turn: number,
): Promise<FoundCode | 'unloaded' | undefined> {
  if (video.readyState < video.HAVE_CURRENT_DATA) return undefined
  const picture = await createImageBitmap(video).catch(() => undefined)
  if (!picture) return undefined
  const result = await finder.find(picture, [turn])
  if ('codes' in result) return result.codes[0]
  return result.failure === 'unloaded' ? 'unloaded' : undefined
}
