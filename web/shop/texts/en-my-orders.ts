/** The texts of “My orders” in English. */

export const enMyOrders = {
  noOrders: 'No orders yet',
  noOrdersText: 'Everything you order in this browser is listed here.',
  moreOrders: 'Show more',
  ordersNote: 'This list stays in this browser after you close the page.',
  deviceTitle: 'Your orders on another device',
  deviceText: 'Open this list on your phone or computer, or keep the link in case you lose this browser.',
  deviceLinkText: 'Scan the code with the other device, or open the link there.',
  deviceLink: 'Link',
  deviceCode: 'QR code of your orders',
  deviceWarning: 'Keep it to yourself: everyone who has the link sees your orders and pictures.',
  showLink: 'Show link and QR code',
  copyLink: 'Copy link',
  copied: 'Copied.',
  endAccess: 'End access of other devices',
  endAccessTitle: 'End the access of other devices?',
  endAccessText:
    'Every link that you have made stops working, and other devices no longer show your orders. Your orders stay in this browser.',
  accessEnded: 'Only this browser shows your orders now.',
  openLinkTitle: 'Show these orders in this browser?',
  openLinkText:
    'Continue only if this link is yours: its orders are listed here, and new orders of this browser are listed on the other device, too. Orders placed here so far stay in the list.',
  openLink: 'Show orders',
  openLinkFailed: 'This link no longer works',
  openLinkEnded: 'Its access was ended, or it is more than a year old. Make a new link on the other device.',
  openLinkMemberTitle: 'This browser has a membership',
  openLinkMemberText:
    'If you opened the link here, this browser would lose the membership. Do it the other way round: make a link in “My orders” here, and open that link on the other device.',
  notNow: 'Not now',
  myDataTitle: 'Your data',
  myDataText:
    'Everything that this shop stores about you, with orders, photos and pictures, in one ZIP file.',
  myDataDownload: 'Download my data',
  findOrder: 'Find an order',
  findOrderText: 'With its number you can open an order on any device. Keep the number to yourself.',
  findOrderButton: 'Open',
};
