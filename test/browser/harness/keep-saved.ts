/** Keeps the name and the text of each file that the page saves. */
export const KEEP_SAVED = `(() => {
  const make = URL.createObjectURL.bind(URL);
  URL.createObjectURL = (blob) => {
    window.saved = blob.text();
    return make(blob);
  };
  HTMLAnchorElement.prototype.click = function () {
    window.savedAs = this.download;
  };
})()`;
