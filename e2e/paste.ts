import type { Locator } from '@playwright/test'

/** Pastes a text into a field as somebody does who copied it elsewhere: over what is selected in it. */
export async function paste(field: Locator, text: string): Promise<void> {
  await field.focus()
  await field.evaluate((area, text) => {
    const clipboardData = new DataTransfer()
    clipboardData.setData('text/plain', text)
    const event = new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true })
    // The browser itself does not paste what a script made an event of.
    if (area.dispatchEvent(event)) document.execCommand('insertText', false, text)
  }, text)
}
