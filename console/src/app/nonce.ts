/** The nonce of this page, which the process wrote into the document. */
export const nonce = document.querySelector<HTMLMetaElement>('meta[property="csp-nonce"]')?.nonce ?? '';

// What keeps the page still behind a dialog adds a style of its own, and reads the nonce there.
Object.assign(window, { __webpack_nonce__: nonce });
