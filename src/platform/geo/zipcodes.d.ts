declare module 'zipcodes' {
  interface Place {
    readonly latitude: number;
    readonly longitude: number;
  }
  const zipcodes: { readonly codes: Readonly<Record<string, Place>> };
  export default zipcodes;
}
