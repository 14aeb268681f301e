/*
 * The camera of this device.
 * Failure: where it is missing, refused or in use, the caller gets a reason; no track stays on after `stop`.
 */

/** `insecure`: browsers have no camera on plain http. `denied`: the user, the browser or the system refuses it. */
export type CameraRefusal = 'insecure' | 'none' | 'denied' | 'busy' | 'failed'

export interface Camera {
  stream: MediaStream
  hasLight: boolean
  /** Switches the light beside the lens. Returns whether that worked. */
  setLight: (isOn: boolean) => Promise<boolean>
  /** Ends all tracks: the camera is off. */
  stop: () => void
}

/**
 * Opens the camera at the back, or any other. Asks the user, if they have not answered yet.
 * @param onEnd called if the system takes the camera away
 */
export async function openCamera(onEnd: () => void): Promise<Camera | CameraRefusal> {
  if (!navigator.mediaDevices?.getUserMedia) return globalThis.isSecureContext ? 'none' : 'insecure'
  try {
    const stream = await navigator.mediaDevices.getUserMedia({
      audio: false,
      // A dense code needs more than the usual 640 x 480.
      video: { facingMode: { ideal: 'environment' }, width: { ideal: 1920 }, height: { ideal: 1080 } },
    })
    return cameraOf(stream, onEnd)
  } catch (failure) {
    return refusalOf(failure)
  }
}

function cameraOf(stream: MediaStream, onEnd: () => void): Camera {
  const tracks = stream.getTracks()
  const [track] = stream.getVideoTracks()
  for (const one of tracks) one.onended = onEnd
  return {
    stream,
    // Firefox and Safari lack parts of it.
    hasLight: (track?.getCapabilities?.() as { torch?: boolean } | undefined)?.torch === true,
    setLight: async (isOn) => {
      try {
        await track?.applyConstraints({ advanced: [{ torch: isOn } as MediaTrackConstraintSet] })
        return true
      } catch {
        return false
      }
    },
    stop: () => {
      for (const one of tracks) {
        one.onended = null
        one.stop()
      }
    },
  }
}

function refusalOf(failure: unknown): CameraRefusal {
  switch (failure instanceof DOMException ? failure.name : '') {
    case 'NotAllowedError':
    case 'SecurityError':
      return 'denied'
    case 'NotFoundError':
    case 'OverconstrainedError':
      return 'none'
    case 'NotReadableError':
    case 'AbortError':
      return 'busy'
    default:
      return 'failed'
  }
}
