/** The page's script: sends test leads to the page's own address, and copies what stands in a box. No key is needed. */
export const PAGE_SCRIPT = `for (const form of document.querySelectorAll('form[data-to]'))
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
