/** Small drawings beside words. They are decoration: the words alone carry the meaning. */

const paths = {
  back: 'M15 5l-7 7 7 7',
  forward: 'M9 5l7 7-7 7',
  camera: 'M4 8h3l2-3h6l2 3h3v11H4zM12 10a3.5 3.5 0 1 0 0 7 3.5 3.5 0 0 0 0-7z',
  check: 'M5 13l5 5 9-11',
  image: 'M4 5h16v14H4zM4 16l5-5 4 4 3-3 4 4M15.500 9.500h.01',
  download: 'M12 4v11m-5-5l5 5 5-5M5 20h14',
  warn: 'M12 4l9 16H3zM12 10v4m0 3v.01',
  info: 'M12 3a9 9 0 1 0 0 18 9 9 0 0 0 0-18zm0 8v5m0-8.500v.01',
  clock: 'M12 3a9 9 0 1 0 0 18 9 9 0 0 0 0-18zm0 4v5l3 2',
  search: 'M11 5a6 6 0 1 0 0 12 6 6 0 0 0 0-12zm4.500 10.500L20 20',
  card: 'M3 6h18v12H3zM3 10h18M7 15h4',
  coin: 'M12 4a8 8 0 1 0 0 16 8 8 0 0 0 0-16zM9 8l3 4 3-4m-3 4v5m-2.500-2.500h5',
  flask: 'M9 3h6M10 3v6L5 20h14L14 9V3M8 14h8',
  phone: 'M7.5 2.500h9v19h-9zM11 18.500h2',
  pocket: 'M7 2.500h10v19H7zM9.500 7l2.500 3.500L14.500 7M12 10.500V16m-2-2.500h4',
  wallet: 'M4 8h15v11H4zM4 8l11-4v4M14 12h6v3.500h-6z',
  minus: 'M5 12h14',
  plus: 'M5 12h14M12 5v14',
  move: 'M12 3v18M3 12h18M12 3l-2.500 2.500M12 3l2.500 2.500M12 21l-2.500-2.500M12 21l2.500-2.500M3 12l2.500-2.500M3 12l2.500 2.500M21 12l-2.500-2.500M21 12l-2.500 2.500',
  undo: 'M9 5L4 10l5 5M4 10h10a5 5 0 0 1 0 10h-3',
  redo: 'M15 5l5 5-5 5M20 10H10a5 5 0 0 0 0 10h3',
  again: 'M19 12a7 7 0 1 1-2.500-5.400M17 2.500v4.500h-4.500',
  print: 'M7 9V3h10v6M7 17H4V9h16v8h-3M7 14h10v7H7z',
  receipt: 'M6 3h12v18l-3-2-3 2-3-2-3 2zM9 8h6m-6 4h6',
} as const;

export type IconName = keyof typeof paths;

export function Icon({ name }: { readonly name: IconName }) {
  return (
    <svg className="icon" viewBox="0 0 24 24" aria-hidden="true">
      <path d={paths[name]} />
    </svg>
  );
}
