/** The texts of “Something wrong?” in English. */

export const enProblems = {
  problemTitle: 'Something wrong?',
  problemText:
    'Write to the shop. A person reads your message and answers here, with a reply, a new picture or a refund.',
  problemTextOfMembership:
    'Write to the shop. A person reads your message and answers here, with a reply or a refund.',
  problemButton: 'Report a problem',
  problemQuestion: 'What is wrong?',
  problemReasons: {
    colours: 'The colours look wrong',
    outline: 'Hair or outline is cut badly',
    position: 'The head is too big, too small or not in the middle',
    quality: 'The picture is blurred or damaged',
    wrong_choice: 'I chose the wrong size or background',
    not_accepted: 'The office did not accept my photo',
    not_received: 'I did not get what I paid for',
    other: 'Something else',
  },
  problemNote: 'What should the shop know? (optional)',
  problemArea: 'Where? (optional)',
  problemAreaHint: 'Tap each place where you see the problem.',
  problemPlace: (row: number, column: number) => `Row ${row}, column ${column}`,
  problemSend: 'Send',
  problemYouWrote: 'You reported',
  problemStates: {
    open: 'Sent. The shop has not answered yet; you can close this page and come back.',
    remaking: 'The shop is making a new picture for you, free of charge.',
  },
  problemAnswers: {
    reply: 'The shop answered',
    remake: 'The shop made a new picture for you',
    refund: 'The shop refunded you',
  },
  formerPicture: 'Download the former picture',
  problemLimit: 'No more problems can be reported for this order.',
};
