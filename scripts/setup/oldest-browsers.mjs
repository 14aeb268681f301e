/**
 * The oldest browsers that the app is built for, as Vite's `build.target`. README.md and the sentence in web/index.html name
 * them too; web/ui/base.css tells by what they have in common which browsers are older.
 */
export const oldestBrowsers = ['chrome111', 'edge111', 'firefox128', 'safari16.4']
