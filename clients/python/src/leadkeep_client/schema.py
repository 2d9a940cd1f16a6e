# Made by scripts/make_schema.py from the API's description. A test tells when it is old.

from __future__ import annotations

from typing import Any, Literal, NotRequired, TypeAlias, TypedDict


class Personal(TypedDict):
    email: NotRequired[str | None]
    phone: NotRequired[str | None]
    first_name: NotRequired[str | None]
    last_name: NotRequired[str | None]
    date_of_birth: NotRequired[str | None]
    age: NotRequired[str | int | None]
    gender: NotRequired[Literal['female', 'male'] | str | None]


class Address(TypedDict):
    address_line_1: NotRequired[str | None]
    address_line_2: NotRequired[str | None]
    city: NotRequired[str | None]
    state: NotRequired[Literal['AL', 'AK', 'AZ', 'AR', 'CA', 'CO', 'CT', 'DE', 'FL', 'GA', 'HI', 'ID', 'IL', 'IN', 'IA', 'KS', 'KY', 'LA', 'ME', 'MD', 'MA', 'MI', 'MN', 'MS', 'MO', 'MT', 'NE', 'NV', 'NH', 'NJ', 'NM', 'NY', 'NC', 'ND', 'OH', 'OK', 'OR', 'PA', 'RI', 'SC', 'SD', 'TN', 'TX', 'UT', 'VT', 'VA', 'WA', 'WV', 'WI', 'WY', 'DC', 'AS', 'GU', 'MP', 'PR', 'VI', 'UM'] | str | None]
    zip_code: NotRequired[str | None]


class Education(TypedDict):
    education_level: NotRequired[Literal['no_hs_diploma', 'ged', 'high_school', 'some_college', 'associates', 'bachelors', 'masters', 'doctorate'] | str | None]
    high_school_graduation_year: NotRequired[str | int | None]
    start_timeline: NotRequired[Literal['immediately', '1_3_months', '4_6_months', '7_12_months', 'over_1_year', 'not_sure'] | str | None]
    learning_preference: NotRequired[Literal['online', 'campus', 'either'] | str | None]
    teaching_certificate: NotRequired[Literal['yes', 'no'] | str | None]


class Background(TypedDict):
    rn_license: NotRequired[Literal['rn', 'lpn_lvn', 'no'] | str | None]
    military_affiliation: NotRequired[Literal['none', 'affiliated', 'active_duty', 'veteran', 'spouse_dependent'] | str | None]
    us_citizen: NotRequired[Literal['yes', 'no'] | str | None]
    has_internet_access: NotRequired[Literal['yes', 'no'] | str | None]


class Lead(TypedDict):
    personal: NotRequired[Personal | None]
    address: NotRequired[str | Address | None]
    education: NotRequired[Education | None]
    background: NotRequired[Background | None]
    email: NotRequired[str | None]
    phone: NotRequired[str | None]
    first_name: NotRequired[str | None]
    last_name: NotRequired[str | None]
    date_of_birth: NotRequired[str | None]
    age: NotRequired[str | int | None]
    gender: NotRequired[Literal['female', 'male'] | str | None]
    address_line_1: NotRequired[str | None]
    address_line_2: NotRequired[str | None]
    city: NotRequired[str | None]
    state: NotRequired[Literal['AL', 'AK', 'AZ', 'AR', 'CA', 'CO', 'CT', 'DE', 'FL', 'GA', 'HI', 'ID', 'IL', 'IN', 'IA', 'KS', 'KY', 'LA', 'ME', 'MD', 'MA', 'MI', 'MN', 'MS', 'MO', 'MT', 'NE', 'NV', 'NH', 'NJ', 'NM', 'NY', 'NC', 'ND', 'OH', 'OK', 'OR', 'PA', 'RI', 'SC', 'SD', 'TN', 'TX', 'UT', 'VT', 'VA', 'WA', 'WV', 'WI', 'WY', 'DC', 'AS', 'GU', 'MP', 'PR', 'VI', 'UM'] | str | None]
    zip_code: NotRequired[str | None]
    education_level: NotRequired[Literal['no_hs_diploma', 'ged', 'high_school', 'some_college', 'associates', 'bachelors', 'masters', 'doctorate'] | str | None]
    high_school_graduation_year: NotRequired[str | int | None]
    start_timeline: NotRequired[Literal['immediately', '1_3_months', '4_6_months', '7_12_months', 'over_1_year', 'not_sure'] | str | None]
    learning_preference: NotRequired[Literal['online', 'campus', 'either'] | str | None]
    teaching_certificate: NotRequired[Literal['yes', 'no'] | str | None]
    rn_license: NotRequired[Literal['rn', 'lpn_lvn', 'no'] | str | None]
    military_affiliation: NotRequired[Literal['none', 'affiliated', 'active_duty', 'veteran', 'spouse_dependent'] | str | None]
    us_citizen: NotRequired[Literal['yes', 'no'] | str | None]
    has_internet_access: NotRequired[Literal['yes', 'no'] | str | None]
    zip: NotRequired[str | None]
    dob: NotRequired[str | None]


class Tracking(TypedDict):
    ip_address: str
    utm_source: NotRequired[str | None]
    utm_medium: NotRequired[str | None]
    utm_campaign: NotRequired[str | None]
    utm_content: NotRequired[str | None]
    utm_term: NotRequired[str | None]
    gclid: NotRequired[str | None]
    gbraid: NotRequired[str | None]
    wbraid: NotRequired[str | None]
    fbclid: NotRequired[str | None]
    msclkid: NotRequired[str | None]
    ttclid: NotRequired[str | None]
    click_id: NotRequired[str | None]
    subid: NotRequired[str | None]
    subid2: NotRequired[str | None]
    subid3: NotRequired[str | None]
    subid4: NotRequired[str | None]
    subid5: NotRequired[str | None]


class SearchRequest(TypedDict):
    svc_campaign_id: str
    svc_affiliate_id: str
    lead: Lead
    tracking: Tracking
    tcpa_consent: NotRequired[bool | None]
    consent_cert_url: NotRequired[str | None]
    universal_lead_ref: NotRequired[str | None]
    svc_is_test_lead: NotRequired[bool | None]
    external_id: NotRequired[Any]
    svc_lead_id: NotRequired[str | None]


class TrackingChanges(TypedDict):
    ip_address: NotRequired[str | None]
    utm_source: NotRequired[str | None]
    utm_medium: NotRequired[str | None]
    utm_campaign: NotRequired[str | None]
    utm_content: NotRequired[str | None]
    utm_term: NotRequired[str | None]
    gclid: NotRequired[str | None]
    gbraid: NotRequired[str | None]
    wbraid: NotRequired[str | None]
    fbclid: NotRequired[str | None]
    msclkid: NotRequired[str | None]
    ttclid: NotRequired[str | None]
    click_id: NotRequired[str | None]
    subid: NotRequired[str | None]
    subid2: NotRequired[str | None]
    subid3: NotRequired[str | None]
    subid4: NotRequired[str | None]
    subid5: NotRequired[str | None]


class ResultSubmit(TypedDict):
    svc_campaign_id: str
    svc_affiliate_id: str
    svc_is_test_lead: NotRequired[bool | None]
    svc_result_id: str
    svc_lead_id: NotRequired[None]
    search_lead_id: str
    lead: NotRequired[Lead | None]
    tracking: NotRequired[TrackingChanges | None]
    fallbacks: NotRequired[None]
    program_id: NotRequired[Any]
    tcpa_consent: NotRequired[Any]
    consent_button_label: NotRequired[Any]
    consent_cert_url: NotRequired[Any]
    universal_lead_ref: NotRequired[Any]
    external_id: NotRequired[Any]


class Fallbacks(TypedDict):
    svc_offer_id: str
    tcpa_consent: bool
    consent_button_label: NotRequired[str | None]
    program_id: NotRequired[str | None]
    answers: NotRequired[Any]


class DirectSubmit(TypedDict):
    svc_campaign_id: str
    svc_affiliate_id: str
    svc_is_test_lead: NotRequired[bool | None]
    svc_result_id: NotRequired[None]
    svc_offer_id: str
    lead: Lead
    tracking: Tracking
    svc_lead_id: NotRequired[str | None]
    fallbacks: NotRequired[list[Fallbacks | None] | None]
    program_id: NotRequired[Any]
    tcpa_consent: NotRequired[Any]
    consent_button_label: NotRequired[Any]
    consent_cert_url: NotRequired[Any]
    universal_lead_ref: NotRequired[Any]
    external_id: NotRequired[Any]


Sha256: TypeAlias = str


class HashedParts(TypedDict):
    email: NotRequired[Sha256 | None]
    phone: NotRequired[Sha256 | None]
    first_name: NotRequired[Sha256 | None]
    last_name: NotRequired[Sha256 | None]
    address: NotRequired[Sha256 | None]
    zip: NotRequired[Sha256 | None]
    dob: NotRequired[Sha256 | None]


class DupeCheckRequest(TypedDict):
    offer_id: NotRequired[str | None]
    email: NotRequired[Any]
    phone: NotRequired[Any]
    first_name: NotRequired[Any]
    last_name: NotRequired[Any]
    address: NotRequired[Any]
    zip: NotRequired[Any]
    dob: NotRequired[Any]
    hashed: NotRequired[HashedParts | None]


AnswerStatus: TypeAlias = Literal['accepted', 'saved', 'pending', 'held', 'rejected', 'invalid', 'failed']


class Offer(TypedDict):
    id: str
    name: str
    offer_type: Literal['shared', 'exclusive', 'true_exclusive']
    is_exclusive: bool
    tcpa_text: str | None


class School(TypedDict):
    name: str
    logo_url: str | None


class Program(TypedDict):
    value: str
    label: str
    payout: NotRequired[float]


class RequiredWhen(TypedDict):
    program_ids: list[str]


class Option(TypedDict):
    value: str
    label: str


class FormField(TypedDict):
    name: str
    label: str | None
    type: str
    required: bool
    required_when: NotRequired[RequiredWhen]
    pattern: NotRequired[str]
    options: NotRequired[list[Option]]


class ResultEntry(TypedDict):
    svc_result_id: str
    campaign_id: str
    offer: Offer
    school: NotRequired[School]
    programs: list[Program]
    payout: NotRequired[float]
    form_fields: list[FormField]
    expires_at: str


class Program1(TypedDict):
    value: str
    label: str
    payout: NotRequired[float]
    required_fields: list[str]
    eligibility: list[str]


class Question(TypedDict):
    name: str
    label: str | None
    type: str
    required: bool
    required_when: NotRequired[RequiredWhen]
    pattern: NotRequired[str]
    options: NotRequired[list[Option]]


class PostingOffer(TypedDict):
    id: str
    name: str
    school: School | None
    offer_type: Literal['shared', 'exclusive', 'true_exclusive']
    is_exclusive: bool
    is_active: bool
    posting: str
    tcpa_text: str | None
    consent_required: bool
    required_fields: list[str]
    eligibility: list[str]
    programs: list[Program1]
    questions: list[Question]
    only_submit: list[str]
    payout: NotRequired[float]
    schema: NotRequired[dict[str, Any]]
    sample: NotRequired[dict[str, Any]]


class Campaign(TypedDict):
    id: str
    name: str
    max_accepted_submissions: int
    is_active: bool
    allow_fallbacks: bool
    svc_affiliate_id: str


class PostingSpec(TypedDict):
    code: str
    status: AnswerStatus
    reason: str
    message: str
    success: bool
    retryable: bool
    request_id: str
    campaign: Campaign
    offers: list[PostingOffer]
    only_submit: list[str]


class Party(TypedDict):
    kind: str
    handle: str
    name: str


class OfferTotals(TypedDict):
    offer: str | None
    sales: int
    sales_cents: int
    returns: int
    returns_cents: int
    adjustments_cents: int
    net_cents: int
    null_amounts: int


class StatementLine(TypedDict):
    lead_id: str | None
    kind: str
    day: str
    offer: str | None
    program: str | None
    amount_cents: int | None
    reason: str | None
    reference: NotRequired[str | None]
    external_id: NotRequired[str]
    subid: NotRequired[str]
    subid2: NotRequired[str]
    subid3: NotRequired[str]
    subid4: NotRequired[str]
    subid5: NotRequired[str]


class Revocation(TypedDict):
    code: str
    status: AnswerStatus
    reason: str
    message: str
    success: bool
    retryable: bool
    request_id: str
    svc_lead_id: str
    suppressed: list[str]


class FieldError(TypedDict):
    field: NotRequired[str]
    code: str
    message: str


class KeyWarning(TypedDict):
    field: str
    did_you_mean: str
    message: str


class NormalizedField(TypedDict):
    field: str
    to: str


class Disposition(TypedDict):
    duplicate_of: NotRequired[str]


class ReturnEvidence(TypedDict):
    text: NotRequired[str]
    links: NotRequired[list[str]]


class Stage(TypedDict):
    stage: str
    on: str


class TriedItem(TypedDict):
    svc_lead_id: str
    svc_offer_id: str
    code: str


class FellBackTo(TypedDict):
    svc_lead_id: str
    svc_offer_id: str


class Decision(TypedDict):
    code: str
    status: AnswerStatus
    reason: str
    message: str
    success: bool
    retryable: bool
    request_id: NotRequired[str]
    accepted: bool
    svc_lead_id: str
    disposition: Disposition
    payout: NotRequired[float]
    source: NotRequired[str]
    external_id: NotRequired[str]
    opens_at: NotRequired[str]
    decide_by: NotRequired[str]
    returned_at: NotRequired[str]
    return_reason: NotRequired[str]
    payout_reversed: NotRequired[bool]
    return_evidence: NotRequired[ReturnEvidence]
    stages: NotRequired[list[Stage]]
    svc_offer_id: NotRequired[str]
    tried: NotRequired[list[TriedItem]]
    fell_back_to: NotRequired[FellBackTo]
    field: NotRequired[str]
    errors: NotRequired[list[FieldError]]
    warnings: NotRequired[list[KeyWarning]]
    normalized: NotRequired[list[NormalizedField]]


class Results(TypedDict):
    code: str
    status: AnswerStatus
    reason: str
    message: str
    success: bool
    retryable: bool
    request_id: str
    svc_lead_id: str
    processing_done: bool
    accepted_count: int
    max_accepted_submissions: int
    true_exclusive_accepted: bool
    offers: list[ResultEntry]
    external_id: NotRequired[str]
    poll_after_ms: NotRequired[int]
    warnings: NotRequired[list[KeyWarning]]
    normalized: NotRequired[list[NormalizedField]]


class DupeCheck(TypedDict):
    code: str
    status: AnswerStatus
    reason: str
    message: str
    success: bool
    retryable: bool
    request_id: str
    duplicate_likely: bool
    warnings: NotRequired[list[KeyWarning]]
    normalized: NotRequired[list[NormalizedField]]


class Statement(TypedDict):
    code: str
    status: AnswerStatus
    reason: str
    message: str
    success: bool
    retryable: bool
    request_id: str
    number: NotRequired[str]
    draft: NotRequired[bool]
    party: Party
    month: str
    currency: str
    time_zone: str
    lines: list[StatementLine]
    offers: list[OfferTotals]
    net_cents: int
    null_amounts: int


class LeadChange(TypedDict):
    svc_lead_id: str
    revision: int
    change: str
    at: str
    svc_campaign_id: str
    svc_offer_id: str
    tracking: dict[str, Any]
    answer: Decision


class LeadFeed(TypedDict):
    code: str
    status: AnswerStatus
    reason: str
    message: str
    success: bool
    retryable: bool
    request_id: str
    leads: list[LeadChange]
    next_cursor: str
    has_more: bool
    complete_until: str | None
