/** The page's script: puts the address of the service in the place of `$BASE`, sends test leads to the page's own address, and copies what stands in a box. No key is needed. */
export const PAGE_SCRIPT = `const base = new URL('..', location.href).href.slice(0, -1);
for (const call of document.querySelectorAll('[data-call]'))
  call.textContent = call.textContent.replace('$BASE', base);
for (const form of document.querySelectorAll('form[data-to]'))
  form.addEventListener('submit', async (event) => {
    event.preventDefault();
    const output = form.querySelector('output pre');
    output.textContent = 'Sending …';
    try {
      const answer = await fetch(form.dataset.to, {
        method: 'POST',
        headers: { 'Content-Type': 'application/json' },
        body: form.querySelector('textarea').value,
      });
      output.textContent = answer.status + '\\n' + JSON.stringify(await answer.json(), null, 2);
    } catch (error) {
      output.textContent = 'The test lead could not be sent: ' + error.message;
    }
  });
for (const button of document.querySelectorAll('button[data-copies]'))
  button.addEventListener('click', async () => {
    await navigator.clipboard.writeText(document.getElementById(button.dataset.copies).textContent);
    button.textContent = 'Copied';
  });
`;
