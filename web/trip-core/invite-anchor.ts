/** In the address of the group's page: opens the invitation. */
export const INVITE_ANCHOR = '#invite'
