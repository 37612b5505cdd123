package io.headwaiter.load.workload;

/** The formats of messages to the supplier. Replies have the format of the request. */
public enum SupplierFormat {
  JSON("application/json"),

  /** XML in an envelope of SOAP 1.1. */
  XML("text/xml;charset=UTF-8");

  private final String contentType;

  SupplierFormat(String contentType) {
    this.contentType = contentType;
  }

  /** Returns the content type of messages. */
  String contentType() {
    return contentType;
  }
}
