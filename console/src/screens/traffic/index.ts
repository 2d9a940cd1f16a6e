export { BuyerScreen } from './buyer-screen';
export { CapsScreen } from './caps-screen';
export { BuyersScreen, OffersScreen, PartnersScreen } from './lists';
export { OfferScreen, PartnerScreen } from './offer-screen';
