import type { Locator } from '@playwright/test'

/** Pastes a text into a field, replacing the selection. */
export async function paste(field: Locator, text: string): Promise<void> {
  await field.focus()
  await field.evaluate((area, text) => {
    const clipboardData = new DataTransfer()
    clipboardData.setData('text/plain', text)
    const event = new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true })
    // The browser does not paste for a synthetic event, so insert the text unless the app handled it.
    if (area.dispatchEvent(event)) document.execCommand('insertText', false, text)
  }, text)
}
