/** Prints a figure of an attack for people who ask for them (`ATTACK_FIGURES=1`). */
export const sayFigure = (line: string): void => {
  if (process.env['ATTACK_FIGURES'] === '1') console.log(`      figure: ${line}`);
};
