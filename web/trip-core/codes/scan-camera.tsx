import { Flashlight, RotateCw } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import * as m from '#messages'
import { Button } from '#web/ui/button.tsx'
import { ErrorBox } from '#web/ui/error-box.tsx'
import { FileDrop } from '#web/ui/file-drop.tsx'
import { Loading } from '#web/ui/loading.tsx'
import { Switch } from '#web/ui/switch.tsx'
import type { FoundCode } from './code-finder.ts'
import { cameraRefusalText } from './code-words.ts'
import { type ScanState, startScan } from './scan.ts'

interface ScanCameraProps {
  /** Called once. The camera is off then. */
  onFound: (code: FoundCode) => void
  /** The user chose files instead. */
  onFiles: (files: readonly File[]) => void
  /** These files are being read. */
  busy?: boolean
}

/** The picture of the camera, which looks for a code while this is shown. For a dialog. */
export function ScanCamera({ onFound, onFiles, busy = false }: ScanCameraProps) {
  const video = useRef<HTMLVideoElement>(null)
  const [state, setState] = useState<ScanState>({ is: 'starting' })
  const [attempt, setAttempt] = useState(0)
  const found = useRef(onFound)
  useEffect(() => {
    found.current = onFound
  })
  // biome-ignore lint/correctness/useExhaustiveDependencies: each attempt is a new scan.
  useEffect(() => {
    if (!video.current) return
    return startScan(video.current, { onState: setState, onFound: (code) => found.current(code) })
  }, [attempt])

  return (
    <div className="grid gap-4">
      {state.is === 'refused' && (
        <ErrorBox title={m.codes_camera_off()} message={cameraRefusalText(state.why)}>
          {state.why !== 'none' && state.why !== 'insecure' && (
            <Button variant="quiet" onClick={() => setAttempt((before) => before + 1)}>
              <RotateCw aria-hidden="true" className="size-5" />
              {m.common_retry()}
            </Button>
          )}
        </ErrorBox>
      )}
      <div className={`grid gap-2 ${state.is === 'refused' ? 'hidden' : ''}`}>
        {/* Its place does not depend on the camera, so nothing below moves once there is a picture. */}
        <div className="relative grid h-[min(50dvh,24rem)] min-h-40 place-items-center overflow-hidden rounded-md bg-[black]">
          <video
            ref={video}
            muted
            playsInline
            aria-label={m.codes_camera_label()}
            className="size-full object-contain"
          />
          {state.is === 'starting' && (
            <div className="absolute inset-0 grid place-items-center bg-surface">
              <Loading text={m.codes_camera_starting()} />
            </div>
          )}
        </div>
        <div className="flex min-h-11 flex-wrap items-center justify-between gap-x-4">
          <p role="status" className="text-sm text-muted">
            {state.is === 'looking' && m.codes_camera_hint()}
          </p>
          {state.is === 'looking' && state.setLight && <Light setLight={state.setLight} />}
        </div>
      </div>
      <FileDrop
        label={m.codes_choose()}
        hint={m.codes_choose_hint()}
        accept=".pdf,.png,.jpg,.jpeg,application/pdf,image/png,image/jpeg"
        busy={busy}
        onFiles={onFiles}
      />
    </div>
  )
}

function Light({ setLight }: { setLight: (isOn: boolean) => Promise<boolean> }) {
  const [isOn, setIsOn] = useState(false)
  return (
    <Switch
      checked={isOn}
      onChange={async (next) => {
        if (await setLight(next)) setIsOn(next)
      }}
    >
      <span className="flex items-center gap-2">
        <Flashlight aria-hidden="true" className="size-5" />
        {m.codes_camera_light()}
      </span>
    </Switch>
  )
}
