/** The texts of “Something wrong?” in English. */

export const enProblems = {
  problemTitle: 'Something wrong?',
  problemText:
    'Write to the shop. A person reads it and answers here: with a new picture, a refund or in words.',
  problemTextOfMembership:
    'Write to the shop. A person reads it and answers here, in words or with a refund.',
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
  problemAreaHint: 'Tap the places in the picture.',
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
  problemLimit: 'You can no longer report a problem with this order here.',
};
