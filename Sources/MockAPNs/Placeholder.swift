import MockAPNsCore
package enum FrontPlaceholder {}
