/** The e-mail address of the account with which everybody may look around. Its password is public on purpose. */
export const DEMO_EMAIL = 'demo@wayfare.example'
