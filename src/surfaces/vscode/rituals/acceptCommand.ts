/** Behind the button of a proposal; no link in an answer may run it. Apart, so that the late file brings no operation. */
export const acceptCommand = 'stateroom.ritual.accept';
