/** What the build puts in the place of ajv and ajv-formats (electron.vite.config.ts): nothing here is validated by JSON schemas. */
export class Ajv2020 {
  constructor() {
    throw new Error('No store of Taleport has a schema.');
  }
}

// biome-ignore lint/style/noDefaultExport: this is how ajv-formats is imported
export default {};
