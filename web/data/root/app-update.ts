import { API_VERSION } from '#domain/api/api-version.ts'
import { AppUpdate } from '../app-version/app-update.ts'
import { BrowserPage } from '../app-version/update-page.ts'
import { isTooOld, onTooOld } from '../http/http.ts'

const page = new BrowserPage()
for (const event of ['keydown', 'pointerdown', 'wheel', 'touchmove'])
  addEventListener(event, page.noteInput, { capture: true, passive: true })

export const appUpdate = new AppUpdate(page, API_VERSION)
onTooOld(appUpdate.noteTooOld)
// web/ui/loading/import-with-retry.ts is loaded before this module, so it reports by events.
addEventListener('wayfare:partmissing', appUpdate.notePartMissing)
addEventListener('wayfare:partsthere', appUpdate.notePartsThere)
if (isTooOld()) appUpdate.noteTooOld()
