import { defineConfig } from 'vite'

// File names are fixed: the server embeds them, and a change of the page shows as a change of the same files.
export default defineConfig({
  base: '/ui/',
  oxc: { jsx: { runtime: 'automatic', importSource: 'preact' } },
  build: {
    target: 'es2022',
    modulePreload: false,
    cssCodeSplit: false,
    reportCompressedSize: false,
    rollupOptions: {
      input: { main: 'index.html', docs: 'docs.html' },
      output: {
        entryFileNames: '[name].js',
        chunkFileNames: 'shared.js',
        assetFileNames: '[name][extname]',
      },
    },
  },
})
