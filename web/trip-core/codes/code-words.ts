import * as m from '#messages'
import type { CameraRefusal } from '#web/browser/camera.ts'
import type { FindFailure } from './code-finder.ts'
import type { DrawFailure } from './draw-code.ts'

type PictureFailure = Extract<FindFailure, 'nothing' | 'too_large'>

const ofPicture: Record<PictureFailure, () => string> = { nothing: m.codes_nothing, too_large: m.codes_too_large }

const ofCamera: Record<CameraRefusal | 'unloaded', () => string> = {
  insecure: m.codes_camera_insecure,
  none: m.codes_camera_none,
  denied: m.codes_camera_denied,
  busy: m.codes_camera_busy,
  failed: m.codes_camera_failed,
  unloaded: m.codes_camera_unloaded,
}

const ofDrawing: Record<DrawFailure, () => string> = { too_long: m.codes_too_long, unsuitable: m.codes_unsuitable }

/** Why no code was found in a picture or PDF, and what to do. */
export const findFailureText = (failure: PictureFailure): string => ofPicture[failure]()

export const cameraRefusalText = (refusal: CameraRefusal | 'unloaded'): string => ofCamera[refusal]()

export const drawFailureText = (failure: DrawFailure): string => ofDrawing[failure]()
