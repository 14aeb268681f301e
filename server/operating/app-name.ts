import { version } from '../../package.json'

/** The version of the app, as a backup names it. */
export const APP_VERSION: string = version
