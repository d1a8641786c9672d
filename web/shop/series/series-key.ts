/** Names a series in what the page remembers about its payment. */
export const seriesKey = ([first = '']: readonly string[]) => `series:${first}`;
