/**
 * The oldest supported browsers, as Vite's `build.target`. README.md and the message in web/index.html name them too.
 * web/ui/base.css detects older browsers by a feature that these have in common.
 */
export const oldestBrowsers = ['chrome111', 'edge111', 'firefox128', 'safari16.4']
