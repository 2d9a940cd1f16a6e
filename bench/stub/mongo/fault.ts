/** An error that a driver knows by its code. */
export class Fault extends Error {
  override readonly name = 'Fault';
  readonly code: number;
  constructor(code: number, message: string) {
    super(message);
    this.code = code;
  }
}

export const duplicateKey = (index: string): Fault =>
  new Fault(11_000, `E11000 duplicate key error: index ${index}`);
